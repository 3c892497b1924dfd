// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/directory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <system_error>

#include "common/disk_space.h"
#include "common/marker.h"
#include "common/output_folder.h"
#include "common/print_error.h"
#include "common/sha256.h"
#include "common/unix_time.h"
#include "controller/campaign/files.h"
#include "controller/campaign/machine.h"
#include "controller/campaign/runner.h"
#include "controller/campaign/until.h"
#include "controller/campaign/verdict_file.h"
#include "controller/store/layout.h"
#include "controller/store/read_plan.h"
#include "controller/testset/plan.h"
#include "controller/testset/plan_check.h"
#include "controller/testset/plan_io.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLogsFolder = "logs";
constexpr const char* kWorkEnding = ".tmp";

Fd take_lock(const Directory& root) {
  Fd lock = lock_file(root, kLockFile);
  if (!lock)
    throw Error(fmt::format("cannot run the campaign {}: another seawind is running it",
                            root.path().string()));
  return lock;
}

/// Throws if the store does not match the plan: jobs refer to the plan by case and repetition
/// number.
void check_resumable(const Store& store, const Plan& plan, const std::string& shown) {
  const auto refuse = [&shown](const std::string& why) {
    throw DirectoryError(fmt::format("cannot resume the campaign {}: {}", shown, why));
  };
  const auto planned = static_cast<std::int64_t>(plan.test_set().repetitions());
  for (const auto& one : store.repetitions())
    if (one.number < 0 || one.number >= planned)
      refuse(fmt::format("{} has repetition {} of case {}, {} plans {}", kStoreFile, one.number,
                         one.case_id, kResolvedFile, planned));
  if (const std::string misfit = misfit_of(store, plan); !misfit.empty()) refuse(misfit);
}

/// Removes the remaining request and live state of a run that was killed.
void remove_last_run_state(const Directory& root) {
  for (const auto* file : {kControlFile, kLiveFile}) {
    root.remove(file);
    for (const auto& name : root.names())
      if (is_beside(name, file)) root.remove(name);
  }
}

/// The final place of an attempt: work/CASE.ATTEMPT.tmp becomes attempts/CASE/ATTEMPT.
struct AttemptPath {
  std::string test_case;
  std::string attempt;
};

AttemptPath path_of(const std::string& work_name) {
  const auto end = work_name.size() - std::strlen(kWorkEnding);
  const auto dot = work_name.rfind('.', end - 1);
  return {work_name.substr(0, dot), work_name.substr(dot + 1, end - dot - 1)};
}

/// Whether `name` has the form REPETITION-ATTEMPT.
bool is_attempt_name(const std::string& name) {
  int repetition = 0;
  int attempt = 0;
  int used = 0;
  return std::sscanf(name.c_str(), "%d-%d%n", &repetition, &attempt, &used) == 2 &&
         static_cast<std::size_t>(used) == name.size();
}

DirectoryError not_ours(const Directory& root, const std::string& name) {
  return DirectoryError(
      fmt::format("cannot resume the campaign {}: {} is in the way and was not made by seawind; "
                  "move it away",
                  root.path().string(), name));
}

/// Replaces work/ in each run, so that it belongs to the user of the run: seawindd writes there
/// without root's rights over other users' files. Unfinished attempts are removed and run again.
Directory make_work(const Directory& root) {
  if (!root.remove_empty(kWorkFolder)) {
    const Directory left = root.open(kWorkFolder);
    for (const auto& name : left.names()) {
      if (left.remove_empty(name)) continue;  // created but not marked yet
      if (!is_marked(left, name)) throw not_ours(root, fmt::format("{}/{}", kWorkFolder, name));
      remove_marked(left, name);
    }
    root.remove_empty(kWorkFolder);
  }
  return root.make(kWorkFolder, root.status().st_mode & 0777);
}

CampaignInfo describe(const Plan& plan, const std::string& json, const std::string& test_set_file) {
  return {.name = plan.test_set().name(),
          .test_set_file = test_set_file,
          .resolved_sha256 = sha256(json),
          .seed = plan.test_set().seed(),
          .program_version = SEAWIND_VERSION,
          .host = describe_host(),
          .created_unix_ns = unix_now()};
}

std::vector<Job> all_jobs(const Plan& plan, const fs::path& given) {
  if (std::int64_t{plan.cases_size()} * plan.test_set().repetitions() > kMaxRuns)
    throw DirectoryError(
        fmt::format("cannot make the campaign {}: {} cases x {} repetitions are more than {} runs",
                    given.string(), plan.cases_size(), plan.test_set().repetitions(), kMaxRuns));
  std::vector<Job> out;
  for (int i = 0; i < plan.cases_size(); ++i)
    for (int number = 0; number < plan.test_set().repetitions(); ++number)
      out.push_back({.case_index = i, .number = number});
  return out;
}

void fill(const Directory& root, const Plan& plan, const std::string& test_set_file,
          const std::vector<Job>& jobs) {
  const std::string json = plan_to_json(plan);
  std::vector<CaseInfo> cases;
  std::vector<RepetitionInfo> repetitions;
  for (const Case& c : plan.cases()) cases.push_back(case_info(c));
  for (const Job& job : jobs)
    repetitions.push_back(
        {.case_id = job.case_index,
         .number = job.number,
         .seed = plan_repetition(plan, plan.cases(job.case_index), job.number).seed});
  for (const auto* directory : {kAttemptsFolder, kLogsFolder}) root.make(directory);
  root.write_new(kResolvedFile, json);
  Store::create(root, kStoreFile, describe(plan, json, test_set_file), cases, repetitions);
  root.flush_all();
}

/// Removes a directory that could not be filled, if it is still there under its name and has
/// nothing of others. Does not throw.
void remove_incomplete(const Directory& parent, const std::string& name, const struct stat& made) {
  static const std::set<std::string> ours{kAttemptsFolder, kWorkFolder, kLogsFolder, kResolvedFile,
                                          kStoreFile,      kLockFile,   kMarkerFile};
  try {
    const Directory found = parent.open(name);
    const struct stat status = found.status();
    if (status.st_dev != made.st_dev || status.st_ino != made.st_ino) return;
    const auto names = found.names();
    for (const std::string& one : names)
      if (!ours.contains(one) && !one.starts_with(std::string(kStoreFile) + "-")) return;
    for (const std::string& one : names)
      if (one != kMarkerFile) found.remove_tree(one);
    found.flush();
    found.remove(kMarkerFile);
    parent.remove_empty(name);
  } catch (const Error&) {  // with the marker the next run removes it
  }
}

/// Removes the remains of a run that was killed while it created a campaign.
void remove_half_made(const Directory& parent, const std::string& name) {
  const std::string path = parent.path_of(name);
  const Leftover left = remove_unused(parent, name);
  if (left == Leftover::kForeign)
    throw DirectoryError(fmt::format(
        "cannot make the campaign: {} is in the way, and not what an interrupted run of "
        "this user has left; move it away, or choose another directory with -o",
        path));
  if (left == Leftover::kInUse)
    throw DirectoryError(
        fmt::format("cannot make the campaign: another seawind is making {}; "
                    "choose another directory with -o",
                    path));
}

bool can_be_resumed(const fs::path& store) {
  try {
    return !is_recording(Store(store, Store::Access::kReadOnly).campaign());
  } catch (const Error&) {  // damaged, or of another version
    return false;
  }
}

}  // namespace

fs::path store_of(const fs::path& root) {
  std::error_code problem;
  const auto found = [&problem](const fs::path& path) {
    const fs::file_status status = fs::status(path, problem);
    // An unknown status means that stat() failed; that of a missing file is known.
    if (!fs::status_known(status)) throw system_error("open " + path.string(), problem.value());
    return status;
  };
  if (!fs::is_directory(found(root)))
    throw DirectoryError(
        fmt::format("cannot open the campaign {}: there is no such directory", root.string()));
  if (!fs::exists(found(root / kStoreFile)))
    throw DirectoryError(
        fmt::format("cannot open the campaign {}: it has no {}, so it is not a campaign directory",
                    root.string(), kStoreFile));
  return root / kStoreFile;
}

CampaignDirectory::CampaignDirectory(Directory root, Plan plan, Fd lock,
                                     std::unique_ptr<Store> store)
    : root_(std::move(root)),
      attempts_(root_.open_or_make(kAttemptsFolder)),
      work_(make_work(root_)),
      logs_(root_.open_or_make(kLogsFolder)),
      plan_(std::move(plan)),
      lock_(std::move(lock)),
      store_(std::move(store)) {
  if (const auto file = root_.status_of(kStoreFile)) store_inode_ = file->st_ino;
  // The marker of create(): only what is not yet a campaign may be removed as a leftover.
  if (root_.remove(kMarkerFile)) root_.flush();
}

CampaignDirectory CampaignDirectory::create(const fs::path& root, const Plan& plan,
                                            const std::string& test_set_file, ReadAccess access,
                                            const Begin& begin) {
  return create(root, plan, test_set_file, access, all_jobs(plan, root), begin);
}

CampaignDirectory CampaignDirectory::create_part(const fs::path& root, const Plan& plan,
                                                 const std::string& test_set_file,
                                                 const std::vector<Job>& jobs) {
  return create(root, plan, test_set_file, ReadAccess::kOwner, jobs, {});
}

CampaignDirectory CampaignDirectory::create(const fs::path& given, const Plan& plan,
                                            const std::string& test_set_file, ReadAccess access,
                                            const std::vector<Job>& jobs, const Begin& begin) {
  fs::path root = fs::absolute(given).lexically_normal();
  if (!root.has_filename()) root = root.parent_path();
  const auto there_is_one = [&] {
    const bool resume = test_set_file != kRecordingTestSet && can_be_resumed(root / kStoreFile);
    return DirectoryError(fmt::format(
        "cannot make the campaign {0}: there is one already; {1}choose another directory with -o",
        given.string(),
        resume ? fmt::format("continue it with `seawind resume {}` or ", given.string()) : ""));
  };
  std::error_code error;
  if (fs::exists(root / kStoreFile, error)) throw there_is_one();
  const fs::file_status there = fs::symlink_status(root, error);
  if (fs::exists(there) && (!fs::is_directory(there) || !fs::is_empty(root, error)))
    throw DirectoryError(
        fmt::format("cannot make the campaign {}: it exists and is not an empty directory; choose "
                    "another with -o",
                    given.string()));
  const auto cannot_write = [&given](const std::string& reason) {
    return Error(
        fmt::format("cannot make the campaign {}: {}; choose a directory you can write to with -o",
                    given.string(), reason));
  };
  const std::string name = root.filename();
  const std::string beside = name + ".new";
  require_ours_where_shared(root.parent_path());
  try {
    make_directories_durably(root.parent_path());
  } catch (const fs::filesystem_error& refused) {
    throw cannot_write(refused.code().message());
  }
  const Directory parent(root.parent_path());
  std::optional<Directory> made;
  while (!made) {
    remove_half_made(parent, beside);
    try {
      made = make_in_use(parent, beside, access == ReadAccess::kOwner ? 0700 : 0777);
    } catch (const SystemError& problem) {
      if (problem.number() != EEXIST) throw cannot_write(problem.what());
      // Another seawind has made it first. It still runs, which remove_half_made() then reports, or
      // has finished.
      if (fs::exists(root / kStoreFile, error)) throw there_is_one();
    }
  }
  // Another seawind may have finished since the first check.
  if (fs::exists(root / kStoreFile, error)) {
    remove_incomplete(parent, beside, made->status());
    throw there_is_one();
  }
  const struct stat status = made->status();
  const std::string* place = &beside;
  try {
    Fd lock = take_lock(*made);
    fill(*made, plan, test_set_file, jobs);
    parent.rename_over(beside, parent, name);
    place = &name;
    parent.flush();
    made->set_path(root);
    auto store = std::make_unique<Store>(*made, kStoreFile);
    CampaignDirectory out(std::move(*made), plan, std::move(lock), std::move(store));
    if (begin) begin(out);
    return out;
  } catch (const std::exception&) {
    remove_incomplete(parent, *place, status);
    throw;
  }
}

CampaignDirectory CampaignDirectory::open(const fs::path& given) {
  const fs::path root = fs::absolute(given).lexically_normal();
  store_of(root);
  Directory held(root);
  Fd lock = take_lock(held);
  remove_last_run_state(held);
  auto store = std::make_unique<Store>(held, kStoreFile);
  const CampaignInfo campaign = store->campaign();
  const std::string json = held.read_text(kResolvedFile, kLargestPlan);
  if (sha256(json) != campaign.resolved_sha256)
    throw DirectoryError(fmt::format(
        "cannot resume the campaign {}: {} has been changed since it began; restore it, or run the "
        "test set anew",
        given.string(), kResolvedFile));
  if (campaign.program_version != SEAWIND_VERSION)
    throw DirectoryError(
        fmt::format("cannot resume the campaign {}: it was begun by seawind {}, this is {}; a "
                    "campaign contains results of one version only",
                    given.string(), campaign.program_version, SEAWIND_VERSION));
  Plan plan = plan_from_json(json);
  check_resumable(*store, plan, given.string());
  CampaignDirectory directory(std::move(held), std::move(plan), std::move(lock), std::move(store));
  directory.remove_unknown_attempts();
  if (const std::string host = with_this_kernel(campaign.host); host != campaign.host) {
    directory.store().set_host(host);
    print_error(
        "seawind: warning: the campaign was begun with another kernel, whose TCP may be another; "
        "its report names both\n");
  }
  // The last run may have stopped between the end of a repetition and apply_until() of its case.
  for (int i = 0; i < directory.plan_.cases_size(); ++i) directory.apply_until(i);
  return directory;
}

/// Removes attempts that were renamed but not committed. Their repetitions are run again.
void CampaignDirectory::remove_unknown_attempts() {
  const auto kept = store_->attempt_directories();
  const std::set<std::string> known(kept.begin(), kept.end());
  for (int i = 0; i < plan_.cases_size(); ++i) {
    const auto test_case = path_of(work_name(plan_, {.case_index = i})).test_case;
    if (!attempts_.status_of(test_case)) continue;
    const Directory attempts = attempts_.open(test_case);
    for (const auto& name : attempts.names()) {
      const std::string path = fmt::format("{}/{}/{}", kAttemptsFolder, test_case, name);
      if (!is_attempt_name(name) || known.contains(path)) continue;
      if (!is_marked(attempts, name)) throw not_ours(root_, path);
      remove_marked(attempts, name);
    }
  }
}

std::vector<Job> CampaignDirectory::pending() const {
  std::vector<Job> jobs;
  for (const auto& repetition : store_->repetitions())
    if (repetition.state == RepetitionState::kPending)
      jobs.push_back({.case_index = repetition.case_id,
                      .number = repetition.number,
                      .attempt = repetition.attempts + 1,
                      .counted = repetition.counted_attempts + 1,
                      .lost_to_machine = repetition.machine_attempts});
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const Job& a, const Job& b) { return a.number < b.number; });
  return jobs;
}

void CampaignDirectory::commit(const Job& job, AttemptRecord& record, RepetitionState state) {
  const std::string name = work_name(plan_, job);
  const AttemptPath path = path_of(name);
  const Directory test_case = attempts_.open_or_make(path.test_case);
  // Absent from work/: an earlier call renamed it, and its rows could not be committed.
  if (work_.status_of(name) || !is_marked(test_case, path.attempt)) {
    const Directory written = work_.open_or_make(name);  // a lost attempt may have written nothing
    mark(written);
    write_verdict(written, plan_, job, record);
    written.flush_all();
    written.chown_like(root_);
    work_.rename(name, test_case, path.attempt);
  }
  test_case.flush();
  attempts_.flush();
  record.directory = fmt::format("{}/{}/{}", kAttemptsFolder, path.test_case, path.attempt);
  store_->commit_attempt(record, state);
  // SQLite continues to write to a file that was moved or removed.
  if (const auto found = root_.status_of(kStoreFile); !found || found->st_ino != store_inode_)
    throw Error(fmt::format("{} was moved or removed while {} was running: its results are lost",
                            root_.path_of(kStoreFile), root_.path().string()));
}

std::optional<int> CampaignDirectory::apply_until(int case_index) {
  if (!plan_.test_set().has_until()) return std::nullopt;
  const Until& until = plan_.test_set().until();
  std::vector<RepetitionState> states;
  for (const auto& repetition : store_->repetitions())
    if (repetition.case_id == case_index) states.push_back(repetition.state);
  const auto first =
      first_unneeded(until, states, store_->values(case_index, until.flow(), until.metric()));
  if (first) store_->skip_from(case_index, *first);
  return first;
}

void CampaignDirectory::discard(const Job& job) {
  try {
    remove_marked(work_, work_name(plan_, job));
  } catch (const Error&) {  // it has our marker and is removed when the campaign is resumed
  }
}

void CampaignDirectory::check_room() const {
  require_space(root_.path().string(), available_space(root_));
}

}  // namespace seawind
