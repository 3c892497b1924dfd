// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cpu_time.h"

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

namespace seawind {

CpuTime cpu_time() {
  std::ifstream stat("/proc/stat");
  std::string name;
  std::int64_t all = 0;
  std::int64_t ticks = 0;
  stat >> name;
  constexpr int kStealColumn = 8;  // user nice system idle iowait irq softirq steal
  for (int i = 0; i < kStealColumn; ++i) {
    stat >> ticks;
    all += ticks;
  }
  if (!stat || name != "cpu") return {};
  const std::int64_t tick = 1'000'000'000 / ::sysconf(_SC_CLK_TCK);  // ns
  return {Duration::nanoseconds(all * tick), Duration::nanoseconds(ticks * tick)};
}

}  // namespace seawind
