// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/campaign/campaign_directory_fixture.h"

#include "common/marker.h"
#include "controller/campaign/runner.h"

namespace seawind::test {

CampaignDirectoryTest::CampaignDirectoryTest() : root_(tree_.root() / "campaign") {
  Diagnostics problems;
  auto plan = load_plan(SEAWIND_SOURCE_DIR "/configs/testsets/quickstart.yaml",
                        SEAWIND_SOURCE_DIR "/configs", problems);
  if (!plan) throw std::runtime_error(problems.render());
  plan_ = std::move(*plan);
  plan_.mutable_test_set()->set_repetitions(2);
  tree_.write("victim/file", "precious");
}

CampaignDirectory CampaignDirectoryTest::create(ReadAccess access) const {
  return CampaignDirectory::create(root_, plan_, "quickstart.yaml", access);
}

void CampaignDirectoryTest::commit_one(CampaignDirectory& campaign) {
  const Job job = campaign.pending().at(0);
  const Directory attempt = campaign.work().open_or_make(work_name(campaign.plan(), job));
  mark(attempt);
  if (!attempt.status_of("verdict.json")) attempt.write_new("verdict.json", "{}\n");
  AttemptRecord record;
  record.case_id = job.case_index;
  record.number = job.number;
  record.verdict = Verdict::kValid;
  campaign.commit(job, record, RepetitionState::kDone);
}

std::string CampaignDirectoryTest::case_folder() const {
  const std::string name = work_name(plan_, {});
  return name.substr(0, name.rfind('.', name.size() - sizeof ".tmp"));
}

void CampaignDirectoryTest::expect_victim_untouched() const {
  EXPECT_EQ(Directory(victim()).names(), std::vector<std::string>{"file"});
  EXPECT_EQ(Directory(victim()).read_text("file"), "precious");
}

}  // namespace seawind::test
