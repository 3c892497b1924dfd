// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "common/error.h"
#include "controller/campaign/scheduler.h"

namespace seawind {

void CampaignScheduler::check_losses() {
  for (const auto& loss : bed_.losses()) {
    if (loss.slot < 0) {
      lose_bed(loss.words);
    } else if (const auto found = attempts_.all().find(loss.slot); found != attempts_.all().end()) {
      found->second.lost = loss.words;
      found->second.stop.request_stop();
    } else {
      drop_slot(loss.slot);
    }
  }
}

void CampaignScheduler::lose_slot(int slot, const std::string& words) {
  drop_slot(slot);
  if (!bed_lost_) count_loss(words);  // otherwise restart() counts one for all slots
}

void CampaignScheduler::drop_slot(int slot) {
  if (slots_made_.erase(slot) == 0 || bed_lost_) return;
  try {
    bed_.destroy_slot(slot);
  } catch (const Error& error) {
    lose_bed(error.what());
  }
}

void CampaignScheduler::lose_bed(const std::string& words) {
  if (bed_lost_) return;
  bed_lost_ = true;
  bed_loss_ = words;
  for (auto& [slot, attempt] : attempts_.all()) {
    if (attempt.lost.empty()) attempt.lost = words;
    attempt.stop.request_stop();
  }
}

void CampaignScheduler::restart() {
  if (!count_loss(bed_loss_)) return;
  slots_made_.clear();
  try {
    bed_.restart();
    bed_lost_ = false;
  } catch (const Error& error) {
    bed_loss_ = error.what();
    if (wait_for(error)) --losses_in_a_row_;
  }
}

bool CampaignScheduler::count_loss(const std::string& words) {
  const int most = options_.most_losses * std::max(1, attempts_.size());
  if (++losses_in_a_row_ <= most) return true;
  result_ = {CampaignEnd::kBedFailed, words};
  return false;
}

}  // namespace seawind
