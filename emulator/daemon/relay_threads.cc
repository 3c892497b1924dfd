// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/relay_threads.h"

#include <sched.h>

#include <algorithm>
#include <string>

#include "common/error.h"
#include "emulator/daemon/numa.h"

namespace seawind {
namespace {

std::vector<Placement::Node> nodes_of(const RelayProcessors& processors) {
  std::vector<Placement::Node> nodes;
  for (const std::optional<int> cpu : processors)
    nodes.push_back(cpu ? numa_node_of_cpu(*cpu) : std::nullopt);
  return nodes;
}

}  // namespace

std::size_t usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) < 0) throw system_error("count the processors");
  return static_cast<std::size_t>(CPU_COUNT(&set));
}

RelayProcessors plan_threads(std::optional<std::size_t> threads, const std::vector<int>& cpus,
                             std::size_t usable) {
  constexpr std::size_t kMaxAutomatic = 8;
  if (!cpus.empty()) return {cpus.begin(), cpus.end()};
  const std::size_t number =
      threads.value_or(std::clamp<std::size_t>(usable / 2, 1, kMaxAutomatic));
  if (number > usable) {
    throw Error("cannot run " + std::to_string(number) + " relay threads: the daemon may use " +
                std::to_string(usable) + (usable == 1 ? " processor" : " processors") +
                " and each thread needs its own; --threads must not be above " +
                std::to_string(usable));
  }
  return RelayProcessors(number);
}

RelayThreads::RelayThreads(Clock& clock, const WaitOptions& wait,
                           std::optional<int> realtime_priority, const RelayProcessors& processors,
                           CpuLatency& cpu_latency)
    : placement_(nodes_of(processors)) {
  for (const std::optional<int> cpu : processors) {
    threads_.push_back(std::make_unique<RelayThread>(
        clock, wait, SchedulingRequest{.realtime_priority = realtime_priority, .cpu = cpu},
        cpu_latency));
  }
}

const SchedulingResult& RelayThreads::scheduling() const {
  const auto least =
      std::min_element(threads_.begin(), threads_.end(), [](const auto& a, const auto& b) {
        return a->scheduling().realtime_priority < b->scheduling().realtime_priority;
      });
  return (*least)->scheduling();
}

std::optional<PauseTotals> RelayThreads::machine_pauses() const {
  std::vector<PauseTotals> all;
  for (const auto& thread : threads_) {
    const Pauses* pauses = thread->machine_pauses();
    if (pauses == nullptr) return std::nullopt;
    all.push_back(pauses->since({}));
  }
  return worst_of(all);
}

}  // namespace seawind
