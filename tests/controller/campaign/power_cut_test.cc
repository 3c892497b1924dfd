// SPDX-License-Identifier: GPL-3.0-or-later
// A small campaign on a disk that loses everything that was not flushed: created, run over a fake
// test bed, left and resumed. The power may fail after every single change of a file. Then the
// campaign must open, everything reported as recorded must be complete, and the rest can be run.
// SEAWIND_POWER_CUTS=N: N additional cuts of random campaigns.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "common/marker.h"
#include "controller/campaign/directory.h"
#include "controller/campaign/runner.h"
#include "tests/support/disk_changes.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;

// The files need no disk. They are kept in a file system in memory if there is one.
[[maybe_unused]] const int in_memory =
    access("/dev/shm", W_OK) == 0 ? setenv("TMPDIR", "/dev/shm", 1) : 0;

constexpr const char* kRoot = "campaigns/c";
constexpr int kRepetitions = 4;

Plan make_plan() {
  Plan plan;
  TestSet& test_set = *plan.mutable_test_set();
  test_set.set_name("t");
  test_set.set_repetitions(kRepetitions);
  Until& until = *test_set.mutable_until();
  until.set_metric("m");
  until.set_half_width(0.1);
  until.set_confidence(0.95);
  until.set_min_repetitions(3);
  until.set_max_repetitions(kRepetitions);
  for (const auto* id : {"a/b", "a/c"}) {
    Case& c = *plan.add_cases();
    c.set_index(static_cast<std::uint32_t>(plan.cases_size() - 1));
    c.set_id(id);
    c.mutable_workload()->add_flows()->set_name("f");
  }
  return plan;
}

/// The files of an attempt, derived from its directory's name; large enough to be written
/// partially.
std::map<std::string, std::string> files_of(const std::string& directory) {
  std::string log;
  while (log.size() < 9000) log += directory + "\n";
  return {{"events.zst", log}, {"link.json", directory + "{}\n"}, {"key.txt", directory}};
}

std::map<std::string, std::string> files_in(const fs::path& directory) {
  std::map<std::string, std::string> files;
  const Directory held(directory);
  for (const auto& name : held.names())
    if (name != kMarkerFile) files[name] = held.read_text(name);
  return files;
}

/// The fake test bed: writes the files of an attempt, its metric and its verdict.
void run_attempt(CampaignDirectory& campaign, const Job& job, RepetitionState state) {
  const Directory work = campaign.work().make(work_name(campaign.plan(), job));
  mark(work);
  const std::string key = fmt::format("{} {} {}", job.case_index, job.number, job.attempt);
  for (const auto& [name, text] : files_of(key)) work.write_new(name, text);
  AttemptRecord record{.case_id = job.case_index, .number = job.number};
  record.verdict = state == RepetitionState::kDone ? Verdict::kValid : Verdict::kInvalid;
  record.metrics = {{"", "m", "s", 100.0 + job.number}};
  campaign.commit(job, record, state);
  campaign.apply_until(job.case_index);
}

using Key = std::tuple<int, int, int>;  // case, repetition, attempt

/// A running campaign, and a record of what it reported at which time.
class Recording {
 public:
  explicit Recording(std::uint64_t seed) : random_(seed), recorder_(tree_.root()) {
    auto campaign = CampaignDirectory::create(tree_.root() / kRoot, make_plan(), "t.yaml");
    created_ = recorder_.changes().size();
    while (!campaign.pending().empty() && draw(12) != 0) step(campaign);
  }

  /// Runs until nothing is pending; sometimes closes the campaign and opens it again.
  void resume() {
    for (bool complete = false; !complete;) {
      auto campaign = CampaignDirectory::open(tree_.root() / kRoot);
      while (!campaign.pending().empty() && draw(6) != 0) step(campaign);
      complete = campaign.pending().empty();
    }
  }

  const std::vector<DiskChange>& changes() const { return recorder_.changes(); }
  std::size_t created() const { return created_; }
  const fs::path& root() const { return tree_.root(); }
  /// Attempts that were reported as recorded before the `count`-th change, and their states.
  std::map<Key, RepetitionState> promised(std::size_t count) const {
    std::map<Key, RepetitionState> all;
    for (const auto& promise : promises_)
      if (promise.at <= count) all[promise.key] = promise.state;
    return all;
  }

 private:
  struct Promise {
    std::size_t at;
    Key key;
    RepetitionState state;
  };

  std::size_t draw(std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_);
  }

  void step(CampaignDirectory& campaign) {
    const Job job = campaign.pending().front();
    campaign.root().replace(kLiveFile, std::string(600, 'l'));
    if (draw(5) == 0) {
      mark(campaign.work().make(work_name(campaign.plan(), job)));
      campaign.discard(job);
      return;
    }
    const auto state = draw(4) == 0 ? RepetitionState::kPending : RepetitionState::kDone;
    run_attempt(campaign, job, state);
    promises_.push_back(
        {recorder_.changes().size(), {job.case_index, job.number, job.attempt}, state});
  }

  TempTree tree_;
  std::mt19937_64 random_;
  DiskRecorder recorder_;
  std::size_t created_ = 0;
  std::vector<Promise> promises_;
};

std::string first_column(const fs::path& store, const std::string& query) {
  Database database(store.string(), Database::Mode::kReadOnly);
  auto row = database.prepare(query);
  return row.step() ? row.text(0) : "nothing";
}

/// Checks that every attempt in the store has a complete directory and that there is no other
/// directory.
void check_attempts(const fs::path& root, Store& store) {
  std::set<std::string> found;
  for (const auto& test_case : fs::directory_iterator(root / "attempts"))
    for (const auto& attempt : fs::directory_iterator(test_case))
      found.insert(fs::relative(attempt.path(), root));
  const auto kept = store.attempt_directories();
  EXPECT_EQ(found, std::set<std::string>(kept.begin(), kept.end()));
  for (const auto& directory : kept) {
    const auto files = files_in(root / directory);
    const auto key = files.find("key.txt");
    ASSERT_NE(key, files.end()) << directory;
    const auto verdict = files.find("verdict.json");
    ASSERT_NE(verdict, files.end()) << directory;
    EXPECT_TRUE(nlohmann::json::accept(verdict->second)) << directory;
    auto whole = files_of(key->second);
    whole.insert(*verdict);
    EXPECT_EQ(files, whole) << directory << " is not whole";
  }
}

/// Opens the campaign as the cut left it, or creates it if it did not exist.
CampaignDirectory open_or_make(const fs::path& root, bool was_created) {
  try {
    return CampaignDirectory::open(root);
  } catch (const DirectoryError&) {
    if (was_created) throw;
    return CampaignDirectory::create(root, make_plan(), "t.yaml");
  }
}

void check_cut(const Recording& recording, const std::vector<DiskChange>& changes,
               std::size_t count, const Survival& survival) {
  SCOPED_TRACE(fmt::format("cut after change {} of {}, {} % kept, seed {}, sectors of {} B", count,
                           changes.size(), 100 * survival.share, survival.seed, survival.sector));
  const TempTree tree;
  disk_after_cut(changes, count, survival, tree.root());
  const fs::path root = tree.root() / kRoot;
  try {
    auto campaign = open_or_make(root, count >= recording.created());
    EXPECT_EQ(first_column(root / kStoreFile, "PRAGMA integrity_check"), "ok");
    check_attempts(root, campaign.store());
    std::map<std::pair<int, int>, RepetitionInfo> repetitions;
    for (const auto& r : campaign.store().repetitions()) repetitions[{r.case_id, r.number}] = r;
    for (const auto& [key, state] : recording.promised(count)) {
      const auto& [case_id, number, attempt] = key;
      const auto& repetition = repetitions.at({case_id, number});
      EXPECT_GE(repetition.attempts, attempt) << "an attempt was lost";
      if (state == RepetitionState::kDone)
        EXPECT_EQ(repetition.state, state) << "a finished repetition was lost";
    }
    // Resumes the campaign; in one of four cases until it is complete.
    for (auto pending = campaign.pending(); !pending.empty(); pending = campaign.pending()) {
      run_attempt(campaign, pending.front(), RepetitionState::kDone);
      if (survival.seed % 4 != 0) break;
    }
    check_attempts(root, campaign.store());
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
  }
}

TEST(PowerCut, TheJournalHoldsEveryChange) {
  Recording recording(3);
  recording.resume();
  const TempTree copy;
  disk_after_cut(recording.changes(), recording.changes().size(), {.share = 1}, copy.root());
  const auto tree_of = [](const fs::path& root) {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(root))
      if (!entry.path().string().ends_with("-shm"))  // mapped memory: created again after a cut
        all[fs::relative(entry.path(), root)] =
            entry.is_directory()
                ? "folder"
                : Directory(entry.path().parent_path()).read_text(entry.path().filename());
    return all;
  };
  EXPECT_EQ(tree_of(copy.root()), tree_of(recording.root()));
}

TEST(PowerCut, AfterEveryChange) {
  Recording recording(1);
  recording.resume();
  const std::vector<DiskChange> changes = recording.changes();
  ASSERT_GT(recording.created(), 20U);
  constexpr double kShares[] = {0, 0.5, 1, 0.5};
  for (std::size_t count = 0; count <= changes.size() && !::testing::Test::HasFailure(); ++count)
    check_cut(recording, changes, count,
              {.share = kShares[count % 4], .seed = count, .sector = count % 8 < 4 ? 512U : 4096U});
}

TEST(PowerCut, AtRandom) {
  const char* wanted = std::getenv("SEAWIND_POWER_CUTS");
  const int cuts = wanted != nullptr ? std::atoi(wanted) : 20;
  ASSERT_GT(cuts, 0) << "SEAWIND_POWER_CUTS";
  constexpr int kCutsOfOne = 20;
  std::mt19937_64 random(7);
  for (int i = 0; i < cuts && !::testing::Test::HasFailure();) {
    Recording recording(random());
    recording.resume();
    const std::vector<DiskChange> changes = recording.changes();
    for (int cut = 0; cut < kCutsOfOne && i < cuts; ++cut, ++i)
      check_cut(recording, changes, random() % (changes.size() + 1),
                {.share = static_cast<double>(random() % 5) / 4,
                 .seed = random(),
                 .sector = random() % 2 == 0 ? 512U : 4096U});
  }
}

}  // namespace
}  // namespace seawind::test
