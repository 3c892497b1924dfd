// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "common/whole_file.h"

namespace seawind {
namespace {

/// The text after the colon of the first line that begins with `key`.
std::string value_of(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(key))
      if (const auto at = line.find_first_not_of(" \t", line.find(':') + 1);
          at != std::string::npos)
        return line.substr(at);
  return {};
}

}  // namespace

std::string describe_host() {
  utsname name{};
  uname(&name);
  return nlohmann::ordered_json{
      {"kernel", std::string(name.release)},
      {"machine", std::string(name.machine)},
      {"cpu", value_of("/proc/cpuinfo", "model name")},
      {"cores", cores()},
      {"clocksource",
       first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource")},
      {"root", geteuid() == 0}}
      .dump();
}

std::string with_this_kernel(const std::string& host) {
  auto described = nlohmann::ordered_json::parse(host, nullptr, false);
  utsname name{};
  uname(&name);
  const std::string now = name.release;
  if (!described.is_object() || !described.contains("kernel") || !described["kernel"].is_string())
    return host;
  const std::string known = described["kernel"];
  if (known == now || known.ends_with(", then " + now)) return host;
  described["kernel"] = known + ", then " + now;
  return json_text(described);
}

int cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

std::vector<int> relay_processors(const cpu_set_t& usable) {
  constexpr int kMost = 8;
  std::vector<int> out;
  const int number = std::min(CPU_COUNT(&usable) / 2, kMost);
  for (int cpu = CPU_SETSIZE - 1; cpu >= 0 && static_cast<int>(out.size()) < number; --cpu)
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &usable)) out.push_back(cpu);
  return out;
}

std::vector<int> set_apart_relay_processors() {
  rlimit priority{};
  rlimit nice{};
  getrlimit(RLIMIT_RTPRIO, &priority);
  getrlimit(RLIMIT_NICE, &nice);
  constexpr rlim_t kOrdinaryNice = 20;  // nice 0
  if (geteuid() == 0 || priority.rlim_cur > 0 || nice.rlim_cur > kOrdinaryNice) return {};
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {};
  std::vector<int> relay = relay_processors(set);
  for (const int cpu : relay) CPU_CLR(static_cast<std::size_t>(cpu), &set);
  if (relay.empty() || sched_setaffinity(0, sizeof set, &set) != 0) return {};
  return relay;
}

std::uint64_t available_memory() {
  const auto text = value_of("/proc/meminfo", "MemAvailable");
  return text.empty() ? 0 : std::stoull(text) * 1024;  // the file gives kB
}

std::uint64_t open_files_limit() {
  rlimit limit{};
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_max : 0;
}

NamespaceLimits namespace_limits() {
  const auto limit_of = [](const char* what) {
    return number_in(fmt::format("/proc/sys/user/max_{}_namespaces", what),
                     std::numeric_limits<std::uint64_t>::max());
  };
  return {limit_of("user"), limit_of("net"), limit_of("pid")};
}

int most_slots() {
  return std::min({slots_in_memory(available_memory()), slots_in_descriptors(open_files_limit()),
                   std::max(1, slots_in_namespaces(namespace_limits(), geteuid() == 0))});
}

}  // namespace seawind
