// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/step_budget.h"

#include <fmt/format.h>

namespace seawind {

void StepBudget::run_until(Scheduler& scheduler, Time until) {
  left_ -= scheduler.run_until(until, left_);
  if (left_ > 0) return;
  throw StepsExceeded(fmt::format(
      "the link exceeded the limit of {} events plus {} per packet at {}.{:03} s of link time",
      steps_, kOfPacket, scheduler.now().ns() / 1'000'000'000,
      scheduler.now().ns() / 1'000'000 % 1000));
}

}  // namespace seawind
