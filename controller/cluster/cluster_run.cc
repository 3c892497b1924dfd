// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cluster/cluster_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "common/error.h"
#include "common/printable.h"
#include "common/sha256.h"
#include "controller/campaign/storage_problem.h"

namespace seawind::cluster {
namespace {

using Time = CampaignClock::Time;

/// A task that may still deliver.
struct Followed : ActiveTask {
  std::optional<Time> gone_since{};         // the batch system no longer lists it
  std::vector<std::pair<int, int>> jobs{};  // case, repetition
};

struct FollowedJob {
  std::string job;  // the batch system's name
  std::map<int, Followed> tasks;
};

class ClusterRun {
 public:
  ClusterRun(CampaignDirectory& campaign, BatchSystem& batch, CampaignClock& clock,
             const ClusterOptions& options, const ClusterHooks& hooks, std::stop_token stop)
      : campaign_(campaign),
        batch_(batch),
        clock_(clock),
        options_(options),
        hooks_(hooks),
        stop_(std::move(stop)),
        begun_(clock.now()),
        collector_(campaign),
        progress_(campaign.store().progress()) {}

  SchedulerResult run() {
    try {
      follow_earlier_submissions();
    } catch (const Stopped&) {
      return {CampaignEnd::kStopped, "interrupted"};
    }
    for (;;) {
      apply_request();
      if (cancels_waiting_) cancels_waiting_ = !cancel(BatchSystem::Which::kWaiting);
      collect();
      query_batch_system();
      remove_ended_tasks();
      if (progress_.pending == 0) return complete();
      if (state_ == RunState::kStopping) return stopped();
      if (state_ == RunState::kFinishing && followed_.empty() && !cancels_waiting_)
        return {CampaignEnd::kStopped, "interrupted"};
      if (state_ == RunState::kRunning)
        if (auto failed = submit_missing()) return *failed;
      report();
      wait(time_to_next_look());
    }
  }

 private:
  /// To check one task opens two or three files, on a file system that all nodes use.
  std::chrono::milliseconds time_to_next_look() const {
    constexpr std::chrono::milliseconds kForTask{10};
    std::size_t tasks = 0;
    for (const auto& [submission, one] : followed_) tasks += one.tasks.size();
    return std::clamp<std::chrono::milliseconds>(kForTask * tasks, options_.poll_interval,
                                                 options_.longest_poll_interval);
  }

  /// The tasks of earlier runs of the controller.
  void follow_earlier_submissions() {
    for (const int submission : submissions(campaign_.root())) {
      last_submission_ = submission;
      collectable_.insert(submission);
      with_retries([&] { follow(submission); });
    }
  }

  /// Follows the submission's tasks that wait or run. Its job is found by its name: a number in the
  /// campaign directory could be that of another job. False: the batch system has no such job.
  bool follow(int submission) {
    const std::string job = batch_.find(name_of(submission));
    if (job.empty()) return false;
    const Directory folder = submission_folder(campaign_.root(), submission);
    FollowedJob one{.job = job, .tasks = {}};
    for (const ActiveTask& task : batch_.active(job))
      one.tasks[task.task] = {task, {}, jobs_of(read_order(folder, task.task, cases(), numbers()))};
    if (!one.tasks.empty()) followed_[submission] = std::move(one);
    return true;
  }

  int cases() const { return campaign_.plan().cases_size(); }
  int numbers() const { return static_cast<int>(campaign_.plan().test_set().repetitions()); }

  static std::vector<std::pair<int, int>> jobs_of(const Order& order) {
    std::vector<std::pair<int, int>> out;
    for (const Job& job : order.jobs) out.emplace_back(job.case_index, job.number);
    return out;
  }

  struct Stopped {};

  /// Tries again while the batch system does not answer. Throws Stopped.
  void with_retries(const std::function<void()>& call) {
    for (;;) {
      try {
        call();
        return;
      } catch (const Unavailable& error) {
        waiting_ = printable(error.what());
      }
      for (const Time end = clock_.now() + options_.retry; clock_.now() < end;) {
        apply_request();
        report();
        if (state_ == RunState::kStopping) throw Stopped();
        wait(options_.poll_interval);
      }
      waiting_.clear();
    }
  }

  std::string name_of(int submission) const {
    const CampaignInfo campaign = campaign_.store().campaign();
    constexpr std::size_t kDigits = 12;
    const std::string identity =
        sha256(fmt::format("{} {}", campaign.resolved_sha256, campaign.created_unix_ns));
    return fmt::format("seawind-{}-{}", identity.substr(0, kDigits), submission);
  }

  void apply_request() {
    ControlRequest request = hooks_.control();
    if (stop_.stop_requested()) request = ControlRequest::kStop;
    const RunState before = std::exchange(state_, state_of(request));
    if (state_ == before) return;
    cancels_waiting_ = state_ == RunState::kFinishing;
  }

  /// Cancels tasks, also those of a submission whose answer was lost. False: the batch system has
  /// not accepted all calls, which may be repeated after options_.retry.
  bool cancel(BatchSystem::Which which) {
    if (clock_.now() < retry_cancel_) return false;
    bool taken = true;
    const auto attempt = [&](const std::function<void()>& call) {
      try {
        call();
      } catch (const Unavailable& error) {
        waiting_ = printable(error.what());
        taken = false;
      }
    };
    if (unsent_) attempt([&] { unsent_ = !follow(last_submission_); });
    for (const auto& [submission, one] : followed_)
      attempt([&, number = submission] { batch_.cancel(name_of(number), which); });
    retry_cancel_ = taken ? Time{} : clock_.now() + options_.retry;
    return taken;
  }

  /// Reports the first attempt of each case that fails.
  void report_failures(const std::map<int, std::string>& failures) {
    for (const auto& [test_case, what] : failures) {
      if (!reported_.insert(test_case).second) continue;
      const auto cases = campaign_.store().cases();
      hooks_.say(fmt::format("{} {} (further ones of this case are not shown here)",
                             cases.at(static_cast<std::size_t>(test_case)).name, printable(what)));
    }
  }

  /// What the run waits for after the error; empty: waiting does not help.
  static std::string storage_problem_text(const Error& error) {
    const StorageProblem problem = storage_problem_of(error);
    if (problem != StorageProblem::kNone) return waiting_text(problem, error.what());
    const auto* system = dynamic_cast<const SystemError*>(&error);
    constexpr std::array kAway{EIO, ESTALE, ETIMEDOUT, ENODEV, ENOTCONN, EHOSTDOWN, EHOSTUNREACH};
    if (system == nullptr || std::ranges::find(kAway, system->number()) == kAway.end()) return {};
    return fmt::format("waiting for the file system: {}", error.what());
  }

  void collect() {
    try {
      // Tasks that are no longer followed may still deliver as long as they run.
      const bool all = clock_.now() >= next_collection_;
      if (all) next_collection_ = clock_.now() + options_.collect_all;
      for (const int submission : collectable_) {
        if (!all && !followed_.contains(submission)) continue;
        const Collector::Collected found = collector_.collect(submission);
        progress_.done += found.done;
        progress_.failed += found.failed;
        progress_.pending -= found.done + found.failed;
        if (found.skipped) progress_ = campaign_.store().progress();
        if (found.attempts > 0) idle_submissions_ = 0;
        report_failures(found.failures);
      }
      if (all) cannot_deliver_.clear();
    } catch (const Error& error) {
      // The store is locked, the disk full, or the file system unavailable: the deliveries stay.
      cannot_deliver_ = storage_problem_text(error);
      if (cannot_deliver_.empty()) throw;
      next_collection_ = {};                     // until all is taken
      progress_ = campaign_.store().progress();  // the counts may lack part of a collection
    }
  }

  void query_batch_system() {
    if (clock_.now() < next_query_) return;
    next_query_ = clock_.now() + options_.query_interval;
    bool answered = true;
    for (auto& [submission, one] : followed_) {
      std::map<int, ActiveTask> active;
      try {
        for (ActiveTask& task : batch_.active(one.job)) active[task.task] = std::move(task);
      } catch (const Unavailable& error) {
        waiting_ = printable(error.what());
        answered = false;
        continue;
      }
      for (auto& [number, task] : one.tasks) {
        const auto found = active.find(number);
        if (found == active.end()) {
          if (!task.gone_since) task.gone_since = clock_.now();
          continue;
        }
        task.gone_since.reset();
        static_cast<ActiveTask&>(task) = found->second;
      }
    }
    if (answered && state_ == RunState::kRunning) waiting_.clear();
  }

  bool nothing_more_comes(const Followed& task, const std::optional<TaskState>& state) const {
    const bool gone = task.gone_since && clock_.now() - *task.gone_since >= options_.grace;
    if (!state) return gone;
    switch (state->phase) {
      case TaskPhase::kEnded:
      case TaskPhase::kUnfit:
      case TaskPhase::kFailed:
        return true;
      case TaskPhase::kStopped:  // a batch system may start it again, and not list it meanwhile
      case TaskPhase::kExamining:
      case TaskPhase::kRunning:
        break;
    }
    return gone;
  }

  /// The last line that a task printed: ": LINE".
  std::string last_output(int submission, int task) const {
    constexpr std::size_t kMostRead = 1 << 20;
    constexpr std::size_t kMostShown = 200;
    try {
      std::string text = submission_folder(campaign_.root(), submission)
                             .read_text(fmt::format("{}.out", task), kMostRead);
      while (text.ends_with('\n')) text.pop_back();
      const std::string line = text.substr(text.rfind('\n') + 1);
      return line.empty() ? "" : ": " + excerpt(printable(line), kMostShown);
    } catch (const Error&) {  // it printed nothing, or too much
      return {};
    }
  }

  std::optional<TaskState> state_of_task(int submission, int task) const {
    const auto& states = collector_.states(submission);
    const auto found = states.find(task);
    if (found == states.end()) return {};
    return found->second;
  }

  void remove_ended_tasks() {
    for (auto& [submission, one] : followed_) {
      for (auto task = one.tasks.begin(); task != one.tasks.end();) {
        const auto state = state_of_task(submission, task->first);
        if (!nothing_more_comes(task->second, state)) {
          ++task;
          continue;
        }
        if (state && (state->phase == TaskPhase::kUnfit || state->phase == TaskPhase::kFailed)) {
          // Further submissions go to other nodes, so that they may succeed.
          if (excluded_.emplace(state->node, state->problem).second) idle_submissions_ = 0;
          last_problem_ = fmt::format("{}: {}", state->node, state->problem);
        } else if (!state) {
          last_problem_ = fmt::format("task {}/{} ended without a state{}", submission, task->first,
                                      last_output(submission, task->first));
        }
        report_end(submission, *task, state);
        task = one.tasks.erase(task);
        missing_ = true;
      }
    }
    std::erase_if(followed_, [](const auto& one) { return one.second.tasks.empty(); });
  }

  /// Reports a task that ended before its work was done.
  void report_end(int submission, const std::pair<const int, Followed>& task,
                  const std::optional<TaskState>& state) const {
    if (state_ != RunState::kRunning || (state && state->phase == TaskPhase::kEnded)) return;
    const std::string node = state ? state->node : task.second.node;
    std::string how = "is gone";
    if (state && ends_run(state->phase))
      how = fmt::format("{}{}{}", to_string(state->phase), state->problem.empty() ? "" : ": ",
                        printable(state->problem));
    hooks_.say(fmt::format("task {}/{}{} {}; what it has not done is submitted again", submission,
                           task.first, node.empty() ? "" : " on " + node, how));
  }

  /// The repetitions that no task has.
  std::vector<Job> unassigned() const {
    std::set<std::pair<int, int>> assigned;
    for (const auto& [submission, one] : followed_)
      for (const auto& [number, task] : one.tasks)
        assigned.insert(task.jobs.begin(), task.jobs.end());
    std::vector<Job> jobs = campaign_.pending();
    std::erase_if(jobs, [&](const Job& job) {
      return assigned.contains({job.case_index, job.number});
    });
    return jobs;
  }

  std::optional<SchedulerResult> submit_missing() {
    if (!missing_ || clock_.now() < retry_at_) return {};
    if (idle_submissions_ >= options_.most_idle && !followed_.empty()) return {};
    const std::vector<Job> jobs = unassigned();
    if (jobs.empty()) {
      missing_ = false;
      return {};
    }
    if (idle_submissions_ >= options_.most_idle)
      return SchedulerResult{
          CampaignEnd::kBedFailed,
          fmt::format("nothing came of {} submissions{}", idle_submissions_,
                      last_problem_.empty() ? "" : "; the last problem: " + last_problem_)};
    try {
      missing_ = !submit(jobs);
      if (!missing_) ++idle_submissions_;
      unsent_why_.clear();
      retry_at_ = clock_.now() + options_.submission_interval;
    } catch (const Unavailable& error) {
      unsent_why_ = printable(error.what());
      retry_at_ = clock_.now() + options_.retry;
    } catch (const UsageError&) {
      throw;
    } catch (const Error& error) {
      unsent_why_ = storage_problem_text(error);
      if (unsent_why_.empty()) return SchedulerResult{CampaignEnd::kBedFailed, error.what()};
      retry_at_ = clock_.now() + options_.retry;
    }
    return {};
  }

  /// False: an answer had been lost, and the job of the last submission is followed now.
  bool submit(const std::vector<Job>& jobs) {
    if (unsent_ && follow(last_submission_)) {
      unsent_ = false;
      return false;
    }
    std::vector<std::size_t> by_case(static_cast<std::size_t>(cases()));
    for (const Job& job : jobs) ++by_case[static_cast<std::size_t>(job.case_index)];
    Submission submission = plan_submission(campaign_.root().path(), by_case, options_);
    // A refused submission is made again, under its number.
    if (!unsent_) ++last_submission_;
    unsent_ = true;
    collectable_.insert(last_submission_);
    submission.number = last_submission_;
    submission.name = name_of(last_submission_);
    for (const auto& [node, why] : excluded_)
      if (!node.empty()) submission.unfit.insert(node);
    const Directory folder = submission_folder(campaign_.root(), last_submission_);
    const std::vector<Order> orders = orders_of(jobs, submission.tasks);
    for (std::size_t i = 0; i < orders.size(); ++i)
      write_order(folder, static_cast<int>(i) + 1, orders[i]);
    folder.replace_durably(kScriptFile, batch_.script(submission));
    FollowedJob one{.job = batch_.submit(submission), .tasks = {}};
    for (std::size_t i = 0; i < orders.size(); ++i)
      one.tasks[static_cast<int>(i) + 1].jobs = jobs_of(orders[i]);
    followed_[last_submission_] = std::move(one);
    unsent_ = false;
    next_query_ = clock_.now() + options_.query_interval;
    return true;
  }

  std::vector<Order> orders_of(const std::vector<Job>& jobs, int tasks) const {
    const CampaignInfo campaign = campaign_.store().campaign();
    std::vector<Order> out;
    for (std::vector<Job>& share : spread(jobs, tasks))
      out.push_back({.plan_sha256 = campaign.resolved_sha256,
                     .program_version = campaign.program_version,
                     .parallel = options_.parallel,
                     .root_programs = options_.root_programs,
                     .jobs = std::move(share)});
    return out;
  }

  SchedulerResult complete() {
    retry_cancel_ = {};
    if (!cancel(BatchSystem::Which::kAll))  // their work is not needed
      hooks_.say(still_there());
    report();
    return {};
  }

  std::string still_there() const {
    std::string jobs;
    for (const auto& [submission, one] : followed_)
      jobs += (jobs.empty() ? "job " : ", ") + one.job;
    return fmt::format("tasks may go on: {}{}{}", jobs,
                       jobs.empty() || waiting_.empty() ? "" : ": ", waiting_);
  }

  /// Ends the tasks and collects what they still deliver.
  SchedulerResult stopped() {
    retry_cancel_ = {};
    bool cancelled = cancel(BatchSystem::Which::kAll);
    const Time end = clock_.now() + options_.stop_patience;
    next_query_ = {};
    while (!followed_.empty() && clock_.now() < end) {
      if (!cancelled) cancelled = cancel(BatchSystem::Which::kAll);
      collect();
      next_query_ = std::min(next_query_, clock_.now() + options_.poll_interval);
      query_batch_system();
      for (auto& [submission, one] : followed_)
        std::erase_if(one.tasks, [&, number = submission](const auto& task) {
          const auto state = state_of_task(number, task.first);
          return nothing_more_comes(task.second, state) ||
                 (task.second.gone_since &&
                  (state ? state->phase == TaskPhase::kStopped : !task.second.running));
        });
      std::erase_if(followed_, [](const auto& one) { return one.second.tasks.empty(); });
      report();
      pause(options_.poll_interval);
    }
    next_collection_ = {};
    collect();
    return {CampaignEnd::kStopped,
            cancelled && followed_.empty() ? "interrupted" : "interrupted; " + still_there()};
  }

  void report() {
    CampaignProgress progress;
    progress.state = state_;
    progress.waiting = !cannot_deliver_.empty() ? cannot_deliver_
                       : !unsent_why_.empty()   ? unsent_why_
                                                : waiting_;
    if (!excluded_.empty()) {
      const auto& [node, why] = *excluded_.begin();
      progress.machine_problem =
          fmt::format("{} {} not used: {}: {}", excluded_.size(),
                      excluded_.size() == 1 ? "node is" : "nodes are", node, why);
    }
    if (!collector_.problems().empty()) {
      const auto& [run, why] = *collector_.problems().begin();
      progress.machine_problem +=
          fmt::format("{}what task {} delivered is not taken: {}",
                      progress.machine_problem.empty() ? "" : "; ", run, why);
    }
    int running = 0;
    for (const auto& [submission, one] : followed_) {
      for (const auto& [number, task] : one.tasks) {
        LiveTask live{.task = fmt::format("{}/{}", submission, number),
                      .node = task.running || task.gone_since ? task.node : "",
                      .state = task.gone_since ? "gone"
                               : task.running  ? "running"
                                               : "waiting",
                      .why = task.running || task.gone_since ? "" : task.why};
        if (const auto state = state_of_task(submission, number)) {
          // The task reports sooner that it runs; one that waits again still has a final state.
          if (task.running || task.gone_since || !ends_run(state->phase)) {
            if (!task.gone_since) live.state = to_string(state->phase);
            if (live.node.empty()) live.node = state->node;
            live.why = state->problem;
          }
          live.running = state->running;
          live.done = state->done;
          live.failed = state->failed;
          progress.allowed += state->allowed;
          running += state->running;
        }
        progress.tasks.push_back(std::move(live));
      }
    }
    progress.queued = std::max(0, progress_.pending - running);
    progress.done = progress_.done;
    progress.failed = progress_.failed;
    progress.elapsed_s = std::chrono::duration<double>(clock_.now() - begun_).count();
    hooks_.report(progress);
  }

  /// Ends early when a stop is requested.
  void wait(std::chrono::milliseconds time) {
    // Made before the lock and destroyed after it, since it may run in either call.
    const std::stop_callback wake(stop_, [this] {
      const std::lock_guard held(mutex_);
      changed_.notify_all();
    });
    std::unique_lock lock(mutex_);
    clock_.wait(lock, changed_, clock_.now() + time, [this] { return stop_.stop_requested(); });
  }

  void pause(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    clock_.wait(lock, changed_, clock_.now() + time, [] { return false; });
  }

  CampaignDirectory& campaign_;
  BatchSystem& batch_;
  CampaignClock& clock_;
  const ClusterOptions& options_;
  const ClusterHooks& hooks_;
  std::stop_token stop_;
  const Time begun_;
  Collector collector_;
  StoreProgress progress_;
  RunState state_ = RunState::kRunning;
  std::map<int, FollowedJob> followed_;          // by submission
  std::set<int> collectable_;                    // submissions that may have delivered
  std::map<std::string, std::string> excluded_;  // node: why
  std::string cannot_deliver_;                   // why deliveries cannot be taken
  std::string unsent_why_;                       // why nothing is submitted
  std::string waiting_;                          // for the batch system
  std::string last_problem_;
  std::set<int> reported_;  // cases of which a failure was reported
  int last_submission_ = 0;
  int idle_submissions_ = 0;      // since something was delivered
  bool unsent_ = false;           // whether the last submission was accepted is not known
  bool missing_ = true;           // some repetition may be in no task
  bool cancels_waiting_ = false;  // waiting tasks have to be cancelled
  Time retry_cancel_{};
  Time next_query_{};
  Time next_collection_{};  // of all submissions
  Time retry_at_{};
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace

SchedulerResult run_on_cluster(CampaignDirectory& campaign, BatchSystem& batch,
                               CampaignClock& clock, const ClusterOptions& options,
                               const ClusterHooks& hooks, std::stop_token stop) {
  return ClusterRun(campaign, batch, clock, options, hooks, std::move(stop)).run();
}

}  // namespace seawind::cluster
