// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/run/campaign_fixture.h"

#include <chrono>
#include <fstream>

#include "controller/campaign/runner.h"
#include "controller/store/layout.h"
#include "controller/testset/plan.h"

namespace seawind::gui {

CampaignFixture::CampaignFixture()
    : places_{SEAWIND_SOURCE_DIR "/configs", home_.path() + "/own", home_.path() + "/campaigns"},
      directory_(places_.campaigns + "/quick") {}

void CampaignFixture::run(RunState state) {
  if (!std::filesystem::exists(to_path(directory_))) {
    Diagnostics problems;
    auto plan = load_plan(SEAWIND_SOURCE_DIR "/configs/testsets/quickstart.yaml",
                          SEAWIND_SOURCE_DIR "/configs", problems);
    ASSERT_TRUE(plan) << problems.render();
    plan->mutable_test_set()->set_repetitions(3);
    campaign_ = std::make_unique<CampaignDirectory>(
        CampaignDirectory::create(to_path(directory_), *plan, "quickstart.yaml"));
  } else {
    campaign_ = std::make_unique<CampaignDirectory>(CampaignDirectory::open(to_path(directory_)));
  }
  live_file_ = std::make_unique<LiveFile>(Directory(to_path(directory_)));
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  live_.running_slots = {{.slot = 1,
                          .case_index = 0,
                          .case_name = campaign_->plan().cases(0).id(),
                          .repetition = 2,
                          .attempt = 1,
                          .phase = AttemptPhase::kRunning,
                          .since_unix_ns = now - 10'000'000'000,
                          .expected_end_unix_ns = now + 30'000'000'000,
                          .link = "slot-1",
                          .directory = "work/x"}};
  live_.allowed = 2;
  write_state(state);
}

void CampaignFixture::write_state(RunState state) {
  live_.state = state;
  live_file_->update(live_, std::chrono::steady_clock::now());
}

void CampaignFixture::commit(int case_index, int number, Verdict verdict,
                             const std::string& reason) {
  const Job job{.case_index = case_index, .number = number};
  std::filesystem::create_directories(campaign_->work().path() / work_name(campaign_->plan(), job));
  AttemptRecord record;
  record.case_id = case_index;
  record.number = number;
  record.started_unix_ns = 1'000'000'000;
  record.ended_unix_ns = 31'000'000'000;
  record.verdict = verdict;
  record.reason = reason;
  FidelityInfo& fidelity = record.fidelity.emplace();
  fidelity.releases = 1000;
  fidelity.lateness_p50 = 40'000;
  fidelity.lateness_p99 = 90'000;
  fidelity.lateness_p999 = 120'000;
  fidelity.lateness_max = 900'000;
  campaign_->commit(
      job, record, verdict == Verdict::kValid ? RepetitionState::kDone : RepetitionState::kPending);
}

std::string CampaignFixture::control_word() const {
  std::ifstream in(to_path(directory_) / kControlFile);
  std::string word;
  in >> word;
  return word;
}

}  // namespace seawind::gui
