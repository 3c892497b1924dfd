// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/measure.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "namespaces/netns.h"
#include "tests/bench/relay_bench/capture.h"
#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/machine.h"
#include "tests/bench/relay_bench/sender.h"

namespace seawind::bench {
namespace {

constexpr std::int64_t kLongestStepNs = 2'000;  // the offset itself is known to about 0.1 us
constexpr std::int64_t kGraceNs = 1'000'000'000;

/// Waits until `count` probes have arrived, or until no probe has arrived for so long that the rest
/// is lost.
void await(const Capture& capture, std::uint64_t count, std::int64_t delay_ns) {
  const auto end = monotonic_ns() + delay_ns + kGraceNs;
  while (!capture.has(count) && monotonic_ns() < end) sleep_until_ns(monotonic_ns() + 5'000'000);
}

}  // namespace

Measured measure_over(Path& path, const Bed& bed, const Probing& probing) {
  std::vector<std::string> interfaces;
  for (const auto& link : bed.links()) interfaces.push_back(link.fixed_host);
  const bool many = interfaces.size() > 1;
  const auto count =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(probing.rate * probing.seconds));
  Sender sender(bed.fixed(), interfaces);
  const Fd here = current_network_namespace();
  std::optional<Process> busy;
  if (probing.busy) busy.emplace(here.get(), busy_command(probing.seconds + 30));
  // Twice the number of probes, so that duplicates by the relay are detected.
  const Capture departures(bed.fixed(), many ? "" : bed.links()[0].fixed_host,
                           Capture::Direction::kOutgoing, count + 1);
  const Capture arrivals(bed.mobile(), many ? "" : bed.links()[0].mobile_host,
                         Capture::Direction::kIncoming, 2 * count);

  Measured measured;
  const auto steal = steal_ms();
  const auto offset = realtime_offset_ns();
  const auto cpu = path.process() == nullptr ? 0 : path.process()->usage().cpu_seconds;
  const auto start = monotonic_ns();
  const auto sent = sender.send_paced(probing.ip_bytes, probing.rate, count);
  const auto seconds = static_cast<double>(monotonic_ns() - start) / 1e9;
  if (path.process() != nullptr)
    measured.relay_cores = (path.process()->usage().cpu_seconds - cpu) / seconds;
  await(arrivals, sent, path.ideal().delay_ns);
  if (std::llabs(realtime_offset_ns() - offset) > kLongestStepNs)
    throw UnusableRun("cannot use this run: the wall clock was stepped");
  measured.steal_ms = steal_ms() - steal;
  measured.sending_rate = static_cast<double>(sent) / seconds;
  if (path.process() != nullptr) measured.after = path.process()->usage();
  measured.outside =
      lateness_of(departures.read(), arrivals.read(), probing.ip_bytes, path.ideal());
  return measured;
}

Measured measure(const RelayKind& kind, const Bed& bed, const LinkSettings& settings,
                 const Probing& probing, const std::string& daemon_program) {
  for (int attempt = 1;; ++attempt) {
    try {
      const auto path = make_path(kind, bed, settings, daemon_program);
      auto measured = measure_over(*path, bed, probing);
      measured.inside = path->finish();
      return measured;
    } catch (const UnusableRun& error) {
      if (attempt == 3) throw;
      progress(std::string(error.what()) + "; again");
    }
  }
}

LinkSettings delay_link() {
  LinkSettings settings;
  settings.ideal = {20'000'000, 10e9};
  return settings;
}

}  // namespace seawind::bench
