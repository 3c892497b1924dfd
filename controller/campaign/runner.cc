// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <mutex>
#include <utility>

#include "common/marker.h"
#include "controller/campaign/measure.h"
#include "controller/campaign/notifier.h"
#include "controller/campaign/session.h"
#include "controller/campaign/storage_problem.h"
#include "controller/campaign/verdict.h"
#include "controller/store/layout.h"
#include "controller/testbed/machine_pauses.h"

namespace seawind {
namespace {

/// A repetition whose link carried packets of other programs is not the planned one.
void judge_strays(AttemptRecord& record) {
  double strays = 0;
  for (const auto& value : record.metrics)
    if (value.metric == kStrayPackets) strays += value.value;
  if (strays == 0) return;
  record.verdict = Verdict::kInvalid;
  record.cause = Cause::kLimit;
  record.reason += fmt::format(
      "{}{} stray {} to an earlier repetition or another program",
      record.reason.empty() ? "" : "; ", strays,
      strays == 1 ? "packet crossed the link: it has the port of a flow but belongs"
                  : "packets crossed the link: they have the port of a flow but belong");
}

/// Adds to the reason the packets that were lost on the way to or from other machines, which the
/// event log does not contain.
void add_losses(std::int64_t lost, AttemptRecord& record) {
  if (lost == 0) return;
  record.reason +=
      fmt::format("{}{} packet{} lost between the emulator and a host, beside the link",
                  record.reason.empty() ? "" : "; ", lost, lost == 1 ? " was" : "s were");
}

/// The emulator delivered these datagrams, but the generators did not receive them.
void judge_receive_buffers(const std::vector<GeneratorResult>& generators, AttemptRecord& record) {
  for (const GeneratorResult& one : generators) {
    if (one.lost_datagrams() == 0) continue;
    record.verdict = Verdict::kInvalid;
    record.cause = Cause::kLimit;
    record.reason += fmt::format(
        "{}flow {}: the receive buffer of its {} was full for {} datagram{}: the program was too "
        "late, or net.core.rmem_max is too small",
        record.reason.empty() ? "" : "; ", one.flow(),
        one.end() == PrepareRequest::SOURCE ? "source" : "sink", one.lost_datagrams(),
        one.lost_datagrams() == 1 ? "" : "s");
  }
}

/// The parts of an attempt on other machines, if its hosts are there (testbed.h): its logs, and the
/// packets that are lost on the way there.
class OtherMachines {
 public:
  OtherMachines(const SlotAccess& access, const Directory& directory)
      : access_(access), directory_(directory), folder_(directory.path().filename()) {}

  /// Removes logs that were not taken.
  ~OtherMachines() {
    if (!there_ || !access_.remove_logs) return;
    try {
      access_.remove_logs(folder_);
    } catch (const Error&) {  // the end of the run removes them
    }
  }
  OtherMachines(const OtherMachines&) = delete;
  OtherMachines& operator=(const OtherMachines&) = delete;

  /// Makes the folder, and begins to count.
  void make() {
    lost_before_ = lost_in_all();
    if (!access_.make_logs) return;
    folder_ = access_.make_logs(folder_);
    there_ = true;
    to_take_ = true;
  }
  /// The folder's name, below every program's --log-dir.
  const std::string& folder() const { return folder_; }
  /// Takes the logs. No effect when they have been taken.
  void take() {
    if (!std::exchange(to_take_, false)) return;
    const bool changed = directory_.status_of(kChangesFile).has_value();
    access_.take_logs(folder_, directory_);
    if (!changed && directory_.status_of(kChangesFile))
      throw Error(std::string("a host has sent a log with the name ") + kChangesFile);
    there_ = false;
  }
  /// Packets lost beside the link since make().
  std::int64_t lost() const { return std::max<std::int64_t>(0, lost_in_all() - lost_before_); }

 private:
  std::int64_t lost_in_all() const {
    return access_.lost_beside_link ? access_.lost_beside_link() : 0;
  }

  const SlotAccess& access_;
  const Directory& directory_;
  std::string folder_;
  bool there_ = false;    // the folder exists there
  bool to_take_ = false;  // not tried yet
  std::int64_t lost_before_ = 0;
};

/// Runs the traffic and computes its metrics; the verdict goes to `result`.
void run_traffic(Session& session, OtherMachines& others, CampaignClock& clock, const Plan& plan,
                 const Case& test_case, const Directory& directory, AttemptResult& result,
                 const std::function<void()>& begun) {
  AttemptRecord& record = result.record;
  session.set_up_hosts();
  others.make();
  const std::string& folder = others.folder();
  session.warm_up(folder, fmt::format("{}/{}", folder, kWarmUpLogFile), begun);
  session.prepare(folder);
  session.start(fmt::format("{}/{}", folder, kEventLogFile));
  begun();
  Notifier notifier(
      clock, Notifier::due(plan.test_set(), test_case.workload(), session.link_start_monotonic()),
      [&session](const Notice& notice) { return session.notify(notice); });
  const auto generators = session.wait();
  if (const auto problem = notifier.stop(); !problem.empty()) {
    record.reason = "timeline: " + problem;
    return;
  }
  const LinkReport report = session.finish();
  const std::int64_t lost = others.lost();
  others.take();
  if (session.manual_changes() > 0)
    record.metrics.push_back(
        {"", "manual_changes", "1", static_cast<double>(session.manual_changes())});
  if (const auto missed = entries_after(plan.test_set(), report.link_time_ns()); missed > 0)
    record.metrics.push_back({"", "timeline_missed", "1", static_cast<double>(missed)});
  write_link_report(directory, report);
  result.lateness_p999 = relay_p999(report.fidelity());
  record.fidelity = fidelity_of(report, generators);
  if (const std::int64_t uncertainty = session.clock_uncertainty(); uncertainty > 0) {
    record.fidelity->start_error_max += uncertainty;  // the starts may have been that late
    record.metrics.push_back(
        {"", "clock_uncertainty", "s", static_cast<double>(uncertainty) / 1e9});
  }
  if (auto failure = failure_of(test_case.workload(), generators, plan.test_set().timeout());
      !failure.empty()) {
    for (const auto& one : generators)
      if (cause_of(one.error_number()) == Cause::kNoRoom) record.cause = Cause::kNoRoom;
    record.reason = std::move(failure);
    add_losses(lost, record);
    // A program may fail because its packets were late.
    result.program_failed =
        std::any_of(generators.begin(), generators.end(),
                    [](const GeneratorResult& one) { return one.program_failed(); }) &&
        judge(*record.fidelity, plan.test_set(), test_case).reason.empty();
    return;
  }
  result.overloaded = judge_link(report, plan.test_set(), test_case, record);
  // A log that is incomplete or has gaps gives no metrics.
  if (!report.log_error().empty() || record.fidelity->log_overruns > 0) return;
  // Reading a log occupies a core. One at a time leaves the other cores to running attempts.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  for (auto& value : metrics_of(test_case, record.flows, directory))
    record.metrics.push_back(std::move(value));
  judge_strays(record);
  if (lost > 0) {
    record.verdict = Verdict::kInvalid;
    record.cause = Cause::kLimit;
    add_losses(lost, record);
  }
  judge_receive_buffers(generators, record);
  for (auto& value : log_metrics_of(test_case, directory))
    record.metrics.push_back(std::move(value));
  for (auto& value : pacing_of(generators)) record.metrics.push_back(std::move(value));
  const auto& carried = session.cached_tcp_metrics();
  record.metrics.insert(record.metrics.end(), carried.begin(), carried.end());
  if (!record.reason.empty()) return;
  record.verdict = Verdict::kValid;
  record.cause = Cause::kNone;
}

/// Runs run_traffic() and maps a failure to the result of the attempt.
void attempt(Session& session, OtherMachines& others, CampaignClock& clock, const Plan& plan,
             const Case& test_case, const Directory& directory, AttemptResult& result,
             const std::function<void()>& begun) {
  using End = AttemptResult::End;
  AttemptRecord& record = result.record;
  try {
    run_traffic(session, others, clock, plan, test_case, directory, result, begun);
  } catch (const Stopped&) {
    session.abandon();
    result.end = End::kStopped;
  } catch (const RpcError& error) {
    record.reason = error.what();
    record.cause = cause_of(error);
    result.program_failed = error.program_failed();
    if (error.lost())
      result.end = error.server() == Server::kDaemon ? End::kBedLost : End::kSlotLost;
  } catch (const PartLost& error) {
    record.reason = error.what();
    result.end = End::kBedLost;
  } catch (const StartMissed& error) {
    record.verdict = Verdict::kInvalid;
    record.cause = Cause::kLimit;
    record.reason = error.what();
    result.overloaded = true;
  } catch (const std::exception& error) {
    record.verdict = Verdict::kFailed;
    record.cause = cause_of(error);
    record.reason = error.what();
  }
}

/// Cleans the slot after the verdict. A slot that cannot be cleaned is marked dirty and rebuilt.
void clean_slot(Session& session, OtherMachines& others, AttemptResult& result) {
  try {
    session.clean_up();
    others.take();  // logs of an attempt that failed
  } catch (const Stopped&) {
    result.dirty = true;
  } catch (const std::exception& error) {
    result.dirty = true;
    if (result.record.verdict != Verdict::kValid)
      result.record.reason += fmt::format("; then, cleaning up: {}", error.what());
  }
}

}  // namespace

std::string work_name(const Plan& plan, const Job& job) {
  std::string name = plan.cases(job.case_index).id();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.' && c != '+')
      c = '_';
  return fmt::format("{:03}-{}.{:03}-{}.tmp", job.case_index, name, job.number, job.attempt);
}

AttemptResult run_attempt(const Plan& plan, const Job& job, int slot, const SlotAccess& access,
                          SlotPeers peers, CampaignClock& clock, const Directory& work,
                          std::stop_token stop, const std::function<void()>& begun) {
  const Case& test_case = plan.cases(job.case_index);
  const RepetitionPlan repetition = plan_repetition(plan, test_case, job.number);
  AttemptResult result;
  AttemptRecord& record = result.record;
  record.case_id = job.case_index;
  record.number = job.number;
  record.slot = slot;
  record.started_unix_ns = clock.unix_ns();
  record.flows = flows_of(test_case, repetition, static_cast<int>(Session::kFirstPort));
  const std::string name = work_name(plan, job);
  try {
    if (!work.remove_empty(name) && is_marked(work, name))
      remove_marked(work, name);  // remains of an earlier attempt that could not be removed then
    const Directory directory = work.make(name);
    mark(directory);
    Session session(access, std::move(peers), clock, plan.test_set(), test_case, repetition,
                    std::move(stop));
    OtherMachines others(access, directory);
    attempt(session, others, clock, plan, test_case, directory, result, begun);
    if (result.end == AttemptResult::End::kFinished) clean_slot(session, others, result);
    judge_changes(session.manual_changes(), plan.test_set().limits(), record);
  } catch (const std::exception& error) {
    record.verdict = Verdict::kFailed;
    record.cause = cause_of(error);
    record.reason = error.what();
  }
  record.ended_unix_ns = clock.unix_ns();
  return result;
}

}  // namespace seawind
