// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/cpu_steal.h"

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

namespace seawind {

Duration cpu_steal() {
  std::ifstream stat("/proc/stat");
  std::string name;
  std::int64_t ticks = 0;
  stat >> name;
  constexpr int kStealColumn = 8;  // user nice system idle iowait irq softirq steal
  for (int i = 0; i < kStealColumn; ++i) stat >> ticks;
  if (!stat || name != "cpu") return {};
  return Duration::nanoseconds(ticks * (1'000'000'000 / ::sysconf(_SC_CLK_TCK)));
}

}  // namespace seawind
