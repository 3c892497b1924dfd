// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaign_reader.h"

#include <algorithm>

#include "common/unix_time.h"
#include "controller/campaign/control.h"
#include "controller/campaign/directory.h"
#include "controller/store/layout.h"
#include "controller/store/read_plan.h"
#include "controller/testset/lateness_limits.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

constexpr qint64 kStartTimeout = 5000;  // ms; a controller that has just started needs time to
                                        // create its directory
constexpr int kAttemptsPerSignal =
    1000;  // attempts per signal, so that the window stays responsive

double seconds_until_now(std::int64_t unix_ns) {
  return static_cast<double>(unix_now() - unix_ns) / 1e9;
}

SlotState slot_state(const LiveSlot& slot) {
  SlotState out;
  out.slot = slot.slot;
  out.test_case = QString::fromStdString(slot.case_name);
  out.repetition = slot.repetition;
  out.attempt = slot.attempt;
  out.phase = slot.phase == AttemptPhase::kRunning ? CampaignReader::tr("running")
                                                   : CampaignReader::tr("setting up");
  out.elapsed_s = std::max(0.0, seconds_until_now(slot.since_unix_ns));
  if (slot.expected_end_unix_ns > 0)
    out.expected_s = static_cast<double>(slot.expected_end_unix_ns - slot.since_unix_ns) / 1e9;
  out.has_link = slot.phase == AttemptPhase::kRunning;
  return out;
}

}  // namespace

CampaignReader::CampaignReader(LiveSource& source, const QString& directory, int interval)
    : source_(source), directory_(to_path(directory)), timer_(this) {
  timer_.setInterval(interval);
  connect(&timer_, &QTimer::timeout, this, &CampaignReader::poll);
}

void CampaignReader::start() {
  since_start_.start();
  poll();
  timer_.start();
}

bool CampaignReader::is_still_to_come() const {
  std::error_code ignored;
  return !attempts_ && since_start_.isValid() && since_start_.elapsed() < kStartTimeout &&
         !std::filesystem::exists(directory_ / kStoreFile, ignored);
}

void CampaignReader::poll() {
  if (is_still_to_come()) return;
  // The live state is read before the store. If the controller ends between both reads, the next
  // poll sees a consistent state.
  const std::optional<LiveState> live = read_live(directory_);
  const bool held = is_running(directory_);
  try {
    if (!attempts_) open();
    read_attempts();
    last_failure_.clear();
  } catch (const Error& error) {
    attempts_.reset();
    const QString message = QString::fromUtf8(error.what());
    if (message != last_failure_) emit source_.failed(message);
    last_failure_ = message;
    return;
  }
  CampaignState state = state_of(live);
  if (!live && held) state.phase = RunState::kRunning;  // the live state does not exist yet
  emit source_.state_changed(state);
}

void CampaignReader::open() {
  auto reader = std::make_unique<AttemptReader>(directory_);
  const CampaignInfo campaign = reader->campaign();
  name_ = QString::fromStdString(campaign.name);
  recording_ = is_recording(campaign);
  cases_.clear();
  for (const std::string& name : reader->case_names()) cases_.append(QString::fromStdString(name));
  limit_ns_ = smallest_lateness_limits(read_plan(directory_)).p999;
  progress_ = reader->progress();
  attempts_ = std::move(reader);
}

void CampaignReader::read_attempts() {
  if (!attempts_->has_changed()) return;
  for (;;) {
    const auto found = attempts_->after(last_, kAttemptsPerSignal);
    if (found.empty()) break;
    QList<AttemptRow> rows;
    for (const AttemptSummary& attempt : found) {
      rows.append({attempt, cases_.value(attempt.case_id)});
      if (attempt.lateness) worst_ns_ = std::max(worst_ns_, attempt.lateness->p999);
    }
    last_ = found.back().id;
    emit source_.attempts_finished(rows);
    if (static_cast<int>(found.size()) < kAttemptsPerSignal) break;
  }
  progress_ = attempts_->progress();
}

CampaignState CampaignReader::state_of(const std::optional<LiveState>& live) {
  CampaignState state;
  static_cast<StoreProgress&>(state) = progress_;
  state.name = name_;
  state.recording = recording_;
  state.lateness_limit_ns = limit_ns_;
  state.worst_lateness_ns = worst_ns_;
  if (!live) return state;
  state.phase = live->state;
  state.allowed = live->allowed;
  state.elapsed_s = live->elapsed_s;
  state.remaining_s = live->remaining_s;
  state.running_lateness_ns = live->lateness_p999_ns;
  state.running = running_repetitions(*live);
  state.tasks = {live->tasks.begin(), live->tasks.end()};
  for (const LiveSlot& slot : live->running_slots) state.slots_in_use.append(slot_state(slot));
  return state;
}

}  // namespace seawind::gui
