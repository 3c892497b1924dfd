// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/directory.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <set>
#include <system_error>

#include "controller/campaign/files.h"
#include "controller/campaign/host.h"
#include "controller/campaign/runner.h"
#include "controller/campaign/until.h"
#include "controller/results/layout.h"
#include "controller/testset/plan_io.h"
#include "controller/testset/seeds.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

Fd take_lock(const fs::path& root) {
  Fd lock = lock_file(root / kLockFile);
  if (!lock)
    throw Error(
        fmt::format("cannot run the campaign {}: another seawind is running it", root.string()));
  return lock;
}

/// What a dead run was asked, and said it was doing.
void forget_last_run(const fs::path& root) {
  for (const auto* file : {kControlFile, kLiveFile}) fs::remove(root / file);
}

CampaignInfo describe(const Plan& plan, const std::string& json, const std::string& test_set_file) {
  return {.name = plan.test_set().name(),
          .test_set_file = test_set_file,
          .resolved_sha256 = sha256(json),
          .seed = plan.test_set().seed(),
          .program_version = SEAWIND_VERSION,
          .host = describe_host(),
          .created_unix_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                 std::chrono::system_clock::now().time_since_epoch())
                                 .count()};
}

std::string axis(const Case& c, const char* name) {
  const auto found = c.axes().find(name);
  return found == c.axes().end() ? "" : found->second;
}

void fill(const fs::path& root, const Plan& plan, const std::string& test_set_file) {
  const std::string json = plan_to_json(plan);
  std::vector<CaseInfo> cases;
  std::vector<RepetitionInfo> repetitions;
  for (const Case& c : plan.cases()) {
    const int id = static_cast<int>(cases.size());
    cases.push_back({.id = id,
                     .name = c.id(),
                     .link = axis(c, "link"),
                     .router = axis(c, "router"),
                     .tcp = axis(c, "tcp"),
                     .workload = axis(c, "workload")});
    for (int number = 0; number < plan.test_set().repetitions(); ++number)
      repetitions.push_back(
          {.case_id = id, .number = number, .seed = plan_repetition(plan, c, number).seed});
  }
  for (const auto* directory : {"attempts", kWorkFolder, "logs"})
    fs::create_directory(root / directory);
  write_durably(root / kResolvedFile, json);
  Store::create(root / kStoreFile, describe(plan, json, test_set_file), cases, repetitions);
}

}  // namespace

fs::path store_of(const fs::path& root) {
  std::error_code ignored;
  if (!fs::is_directory(root, ignored))
    throw DirectoryError(
        fmt::format("cannot open the campaign {}: there is no such directory", root.string()));
  if (!fs::exists(root / kStoreFile, ignored))
    throw DirectoryError(
        fmt::format("cannot open the campaign {}: it has no {}, so it is not a campaign directory",
                    root.string(), kStoreFile));
  return root / kStoreFile;
}

CampaignDirectory::CampaignDirectory(fs::path root, Plan plan, Fd lock,
                                     std::unique_ptr<Store> store)
    : root_(std::move(root)),
      plan_(std::move(plan)),
      lock_(std::move(lock)),
      store_(std::move(store)) {}

CampaignDirectory CampaignDirectory::create(const fs::path& given, const Plan& plan,
                                            const std::string& test_set_file) {
  const fs::path root = fs::absolute(given).lexically_normal();
  std::error_code error;
  if (fs::exists(root / kStoreFile, error))
    throw DirectoryError(
        fmt::format("cannot make the campaign {0}: there is one already; continue it with `seawind "
                    "resume {0}` or "
                    "choose another directory with -o",
                    given.string()));
  if (fs::exists(root, error) && (!fs::is_directory(root, error) || !fs::is_empty(root, error)))
    throw DirectoryError(
        fmt::format("cannot make the campaign {}: it exists and is not an empty directory; choose "
                    "another with -o",
                    given.string()));
  const auto cannot_write = [&given](const std::string& reason) {
    return Error(
        fmt::format("cannot make the campaign {}: {}; choose a directory you can write to with -o",
                    given.string(), reason));
  };
  const fs::path beside = (root.has_filename() ? root : root.parent_path()).string() + ".new";
  try {
    make_directories_durably(beside.parent_path());
  } catch (const fs::filesystem_error& refused) {
    throw cannot_write(refused.code().message());
  }
  fs::remove_all(beside, error);  // of a run that was killed here
  if (mkdir(beside.c_str(), 0755) != 0) throw cannot_write(std::generic_category().message(errno));
  Fd lock = take_lock(beside);
  fill(beside, plan, test_set_file);
  if (std::rename(beside.c_str(), root.c_str()) != 0)
    throw system_error("make the campaign " + given.string());
  flush_entries(root.parent_path());
  auto store = std::make_unique<Store>(root / kStoreFile);
  return {root, plan, std::move(lock), std::move(store)};
}

CampaignDirectory CampaignDirectory::open(const fs::path& given) {
  const fs::path root = fs::absolute(given).lexically_normal();
  const auto database = store_of(root);
  Fd lock = take_lock(root);
  forget_last_run(root);
  auto store = std::make_unique<Store>(database);
  const CampaignInfo campaign = store->campaign();
  const std::string json = read_text(root / kResolvedFile);
  if (sha256(json) != campaign.resolved_sha256)
    throw DirectoryError(fmt::format(
        "cannot resume the campaign {}: {} has been changed since it began; restore it, or run the "
        "test set anew",
        given.string(), kResolvedFile));
  if (campaign.program_version != SEAWIND_VERSION)
    throw DirectoryError(fmt::format(
        "cannot resume the campaign {}: it was begun by seawind {}, this is {}; results of two "
        "versions do not belong into one campaign",
        given.string(), campaign.program_version, SEAWIND_VERSION));
  CampaignDirectory directory(root, plan_from_json(json), std::move(lock), std::move(store));
  directory.remove_leftovers();
  // Stopped between a repetition and the judgement on its case.
  for (int i = 0; i < directory.plan_.cases_size(); ++i) directory.settle(i);
  return directory;
}

/// Attempts that were being written, and those renamed but not committed: their repetition is run
/// again.
void CampaignDirectory::remove_leftovers() {
  fs::remove_all(work());
  for (const auto* directory : {"attempts", kWorkFolder, "logs"})
    fs::create_directories(root_ / directory);
  const auto kept = store_->attempt_directories();
  const std::set<std::string> known(kept.begin(), kept.end());
  for (const auto& test_case : fs::directory_iterator(root_ / "attempts")) {
    if (!test_case.is_directory()) continue;
    for (const auto& attempt : fs::directory_iterator(test_case))
      if (!known.contains(fs::relative(attempt.path(), root_).string())) fs::remove_all(attempt);
  }
}

std::vector<Job> CampaignDirectory::pending() const {
  std::vector<Job> jobs;
  for (const auto& repetition : store_->repetitions())
    if (repetition.state == RepetitionState::kPending)
      jobs.push_back({.case_index = repetition.case_id,
                      .number = repetition.number,
                      .attempt = repetition.attempts + 1,
                      .counted = repetition.counted_attempts + 1});
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const Job& a, const Job& b) { return a.number < b.number; });
  return jobs;
}

void CampaignDirectory::commit(const Job& job, AttemptRecord& record, RepetitionState state) {
  const std::string name = work_name(plan_, job);  // CASE.REPETITION-ATTEMPT.tmp
  const auto dot = name.rfind('.', name.size() - sizeof ".tmp");
  const fs::path test_case = fs::path("attempts") / name.substr(0, dot);
  const fs::path target = test_case / name.substr(dot + 1, name.size() - dot - sizeof ".tmp");
  record.directory = target.string();
  fs::create_directories(work() / name);  // a lost attempt may not have come that far
  flush_directory(work() / name);
  fs::create_directories(root_ / test_case);
  fs::remove_all(root_ / target);
  fs::rename(work() / name, root_ / target);
  flush_entries(root_ / test_case);
  flush_entries(root_ / "attempts");
  store_->commit_attempt(record, state);
}

std::optional<int> CampaignDirectory::settle(int case_index) {
  if (!plan_.test_set().has_until()) return std::nullopt;
  const Until& until = plan_.test_set().until();
  std::vector<RepetitionState> states;
  for (const auto& repetition : store_->repetitions())
    if (repetition.case_id == case_index) states.push_back(repetition.state);
  const auto first =
      first_unneeded(until, states, store_->values(case_index, until.flow(), until.metric()),
                     plan_.test_set().seed() ^ name_hash(plan_.cases(case_index).id()));
  if (first) store_->skip_from(case_index, *first);
  return first;
}

void CampaignDirectory::discard(const Job& job) {
  std::error_code ignored;
  fs::remove_all(work() / work_name(plan_, job), ignored);
}

void CampaignDirectory::check_room() const {
  std::error_code error;
  const auto space = fs::space(root_, error);
  if (error || space.available >= kReservedSpace) return;
  throw Error(fmt::format("{} has {} kB left, {} kB are needed", root_.string(),
                          space.available >> 10U, kReservedSpace >> 10U));
}

}  // namespace seawind
