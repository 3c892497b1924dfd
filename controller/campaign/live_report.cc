// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/live_report.h"

#include <filesystem>

#include "controller/campaign/runner.h"
#include "controller/store/layout.h"

namespace seawind {

LiveState live_state(const Plan& plan, const CampaignProgress& progress) {
  LiveState live;
  static_cast<CampaignProgress&>(live) = progress;
  for (LiveSlot& slot : live.running_slots) {
    const Job job{
        .case_index = slot.case_index, .number = slot.repetition, .attempt = slot.attempt};
    slot.case_name = plan.cases(slot.case_index).id();
    slot.directory = (std::filesystem::path(kWorkFolder) / work_name(plan, job)).string();
  }
  return live;
}

}  // namespace seawind
