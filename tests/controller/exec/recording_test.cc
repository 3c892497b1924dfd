// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict of a recording and its cause, which are those of an attempt of a campaign.
#include "controller/exec/recording.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "controller/exec/exec_plan.h"
#include "emulator/api/emulator.pb.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

class RecordingTest : public testing::Test {
 protected:
  RecordingTest() {
    Diagnostics problems;
    auto plan = exec_plan({.link = "umts", .configs = SEAWIND_SOURCE_DIR "/configs"}, problems);
    if (!plan) throw std::runtime_error(problems.render());
    plan_ = std::move(*plan);
    recording_.emplace(plan_, campaign());
  }
  std::filesystem::path campaign() const { return tree_.root() / "campaign"; }

  /// "VERDICT CAUSE: REASON" of the stored attempt.
  std::string stored() const {
    Database database(store_of(campaign()).string(), Database::Mode::kReadOnly);
    auto row = database.prepare("SELECT verdict, cause, reason FROM attempt");
    return row.step() ? row.text(0) + " " + row.text(1) + ": " + row.text(2) : "";
  }

  TempTree tree_;
  Plan plan_;
  std::optional<Recording> recording_;
};

LinkReport report_of(int log_error_number) {
  LinkReport report;
  report.mutable_fidelity()->set_releases(1);
  report.mutable_fidelity()->set_log_overruns(1);  // the test writes no log
  if (log_error_number == 0) return report;
  report.set_log_error("cannot write");
  report.set_log_error_number(log_error_number);
  return report;
}

TEST_F(RecordingTest, ALogWithoutRoomIsAFailureWithoutRoom) {
  const auto [invalid, failed] = recording_->end(report_of(ENOSPC), {});
  EXPECT_EQ(invalid, "events lost by the log: 1, limit 0");
  EXPECT_EQ(failed, "no room: event log: cannot write");
  EXPECT_EQ(stored(), "failed no room: no room: event log: cannot write");
}

TEST_F(RecordingTest, ALogThatCannotBeWrittenIsAFailure) {
  EXPECT_EQ(recording_->end(report_of(EIO), {}).failed, "event log: cannot write");
  EXPECT_EQ(stored(), "failed error: event log: cannot write");
}

TEST_F(RecordingTest, AValueBeyondItsLimitIsInvalid) {
  const auto [reason, failed] = recording_->end(report_of(0), {});
  EXPECT_EQ(failed, "");
  EXPECT_EQ(reason, "events lost by the log: 1, limit 0");
  EXPECT_EQ(stored(), "invalid limit: " + reason);
}

TEST_F(RecordingTest, AChangeOfTheLinkByHandIsInvalid) {
  const std::string reason = recording_->end(report_of(0), {.manual_changes = 1}).invalid;
  EXPECT_EQ(reason,
            "changed by hand: 1 change of the running link; events lost by the log: 1, limit 0");
  EXPECT_EQ(stored(), "invalid by hand: " + reason);
}

TEST_F(RecordingTest, OnlyTheFirstResultIsStored) {
  recording_->fail("the test bed was lost", Cause::kTestBed);
  recording_->fail("another", Cause::kError);
  EXPECT_TRUE(recording_->ended());
  EXPECT_EQ(stored(), "failed test bed: the test bed was lost");
}

}  // namespace
}  // namespace seawind::test
