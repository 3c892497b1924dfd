// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "tests/bench/relay_bench/clocks.h"

namespace seawind::bench {
namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? line : "unknown";
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

bool virtual_machine() {
  std::ifstream file("/proc/cpuinfo");
  const auto text = (std::ostringstream() << file.rdbuf()).str();
  return text.find(" hypervisor") != std::string::npos;
}

/// The coarse clock advances once a tick.
long ticks_per_second() {
  timespec resolution{};
  clock_getres(CLOCK_MONOTONIC_COARSE, &resolution);
  return resolution.tv_nsec > 0 ? 1'000'000'000 / resolution.tv_nsec : 0;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe_machine() {
  utsname names{};
  uname(&names);
  const std::string base = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
  double load[1] = {0};
  getloadavg(load, 1);
  return {
      {"processor", processor()},
      {"cores", fmt::format("{}", std::thread::hardware_concurrency())},
      {"virtual machine", virtual_machine() ? "yes" : "no"},
      {"kernel", fmt::format("{} {}", names.release, names.version)},
      {"HZ", fmt::format("{}", ticks_per_second())},
      {"clock source", first_line(base)},
      {"real-time priority", realtime_allowed() ? "allowed" : "refused"},
      {"sched_rt_runtime_us", first_line("/proc/sys/kernel/sched_rt_runtime_us")},
      {"load before the start", fmt::format("{:.2f}", load[0])},
  };
}

bool realtime_allowed() {
  const sched_param lowest{1};
  if (sched_setscheduler(0, SCHED_FIFO, &lowest) != 0) return false;
  const sched_param normal{0};
  sched_setscheduler(0, SCHED_OTHER, &normal);
  return true;
}

double steal_ms() {
  std::istringstream line(first_line("/proc/stat"));
  std::string name;
  double value = 0;
  line >> name;
  for (int i = 0; i < 8; ++i) line >> value;  // user nice system idle iowait irq softirq steal
  return value * 1000 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace seawind::bench
