// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/recording.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <utility>

#include "common/error.h"
#include "common/marker.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "common/unix_time.h"
#include "controller/campaign/measure.h"
#include "controller/campaign/storage_problem.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {

Recording::Recording(const Plan& plan, const std::filesystem::path& root)
    : plan_(plan), root_(root), repetition_(plan_repetition(plan, plan.cases(0), 0)) {
  const Directory temporary(temporary_.path());
  record_.started_unix_ns = unix_now();
  if (root.empty()) {
    work_ = temporary.make("work");
    logs_ = temporary.make("logs");
    attempt_ = work_->make("attempt");
    return;
  }
  campaign_ = CampaignDirectory::create(root, plan, kRecordingTestSet, ReadAccess::kOwner,
                                        [&](CampaignDirectory& made) {
                                          attempt_ = made.work().make(work_name(plan, {}));
                                          mark(*attempt_);
                                        });
}

std::string Recording::folder() const {
  return attempt_->path().filename();
}

std::string Recording::event_log(const std::string& name) const {
  return campaign_ ? fmt::format("{}/{}", folder(), name) : "";
}

std::filesystem::path Recording::write_shown(const std::string& name,
                                             const std::string& text) const {
  Directory(temporary_.path()).write_new(name, text);
  const std::filesystem::path file = temporary_.path() / name;
  if (chmod(file.c_str(), 0644) != 0) throw system_error("make readable " + file.string());
  return file;
}

AttemptRecord Recording::judged(const LinkReport& report, const Marks& marks, const Plan& plan,
                                AttemptRecord record) {
  record.reason.clear();
  record.fidelity = fidelity_of(report, {});
  judge_link(report, plan.test_set(), plan.cases(0), record);
  if (record.reason.empty()) {
    record.verdict = Verdict::kValid;
    record.cause = Cause::kNone;
  }
  if (!marks.lost.empty()) {
    record.verdict = Verdict::kInvalid;
    record.cause = Cause::kError;
    record.reason = marks.lost + (record.reason.empty() ? "" : "; ") + record.reason;
  }
  judge_changes(marks.manual_changes, plan.test_set().limits(), record);
  return record;
}

Recording::End Recording::end(const LinkReport& report, const Marks& marks) {
  record_ = judged(report, marks, plan_, record_);
  if (!campaign_) {
    ended_ = true;
    return {record_.reason, ""};
  }
  try {
    store(report, marks);
  } catch (const Error& error) {  // a full disk, perhaps; the link's timing is still known
    return {record_.reason, error.what()};
  }
  ended_ = true;
  if (report.log_error().empty()) return {record_.reason, ""};
  LinkReport timing = report;
  timing.clear_log_error();
  return {judged(timing, marks, plan_, record_).reason, record_.reason};
}

void Recording::store(const LinkReport& report, const Marks& marks) {
  write_link_report(*attempt_, report);
  const auto count = [this](const char* metric, std::int64_t value) {
    if (value > 0) record_.metrics.push_back({"", metric, "1", static_cast<double>(value)});
  };
  count("manual_changes", marks.manual_changes);
  count("split_connections", marks.split_connections);
  count("tcp_of_others", marks.tcp_of_others ? 1 : 0);
  count("undelivered", marks.undelivered ? 1 : 0);
  if (report.log_error().empty() && record_.fidelity->log_overruns == 0)
    for (auto& value : metrics_of(plan_.cases(0), {}, *attempt_))
      record_.metrics.push_back(std::move(value));
  commit();
}

void Recording::report(const std::string& failed, bool quiet) const {
  if (campaign_ && !quiet)
    print_error("  recorded in {}{}\n", printable(root_.string()),
                is_there() ? "" : ", which has been moved since");
  if (!failed.empty()) throw Error("the recording is not complete: " + failed);
}

bool Recording::is_there() const {
  struct stat found {};
  const Directory& root = campaign_->root();
  return stat(root.path().c_str(), &found) == 0 && found.st_dev == root.status().st_dev &&
         found.st_ino == root.status().st_ino;
}

void Recording::fail(const std::string& reason, Cause cause) {
  if (std::exchange(ended_, true) || !campaign_) return;
  try {
    record_.verdict = Verdict::kFailed;
    record_.reason = reason;
    record_.cause = cause;
    commit();
  } catch (const std::exception&) {  // the campaign keeps the repetition as pending
  }
}

void Recording::commit() {
  judge_room(record_, [this] { campaign_->check_room(); });
  record_.ended_unix_ns = unix_now();
  campaign_->commit(
      {}, record_,
      record_.verdict == Verdict::kValid ? RepetitionState::kDone : RepetitionState::kFailed);
}

}  // namespace seawind
