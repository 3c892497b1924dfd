// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/measure_pauses.h"

#include <sched.h>

#include <memory>
#include <thread>
#include <vector>

#include "common/pause_watch.h"

namespace seawind {

PauseTotals measure_pauses(std::chrono::seconds length, std::string& refused) {
  constexpr int kAboveTheRelay = 11;  // the relay's default priority is 10
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<std::unique_ptr<PauseWatch>> watches;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(static_cast<std::size_t>(processor), &allowed)) continue;
    watches.push_back(
        std::make_unique<PauseWatch>(kAboveTheRelay, [processor] { return processor; }));
    refused = watches.back()->refused();
    if (!refused.empty()) return {};
  }
  for (const auto& watch : watches) watch->begin();
  std::this_thread::sleep_for(length);
  std::vector<PauseTotals> found;
  for (const auto& watch : watches) found.push_back(watch->pauses().since({}));
  return worst_of(found);
}

}  // namespace seawind
