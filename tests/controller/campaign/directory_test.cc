// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a campaign directory removes, files that it refuses to remove, and its access rights.
#include "controller/campaign/directory.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "common/marker.h"
#include "controller/campaign/machine.h"
#include "controller/campaign/runner.h"
#include "controller/campaign/verdict_file.h"
#include "controller/store/sqlite.h"
#include "tests/controller/campaign/campaign_directory_fixture.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using test::CampaignDirectoryTest;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

mode_t permissions(const fs::path& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0 ? found.st_mode & 07777 : 0;
}

TEST_F(CampaignDirectoryTest, ResumeLeavesAloneWhatIsNotOurs) {
  {
    auto campaign = create();
    commit_one(campaign);
  }
  fs::create_directory_symlink("../../victim", root() / "attempts/x");
  tree_.write("campaign/attempts/mine/000-1/file", "notes");
  const fs::path notes = root() / "attempts" / case_folder() / "notes";
  fs::create_directory(notes);
  auto campaign = CampaignDirectory::open(root());
  EXPECT_TRUE(fs::is_symlink(root() / "attempts/x"));
  EXPECT_TRUE(fs::exists(root() / "attempts/mine/000-1/file"));
  EXPECT_TRUE(fs::exists(notes));
  EXPECT_TRUE(fs::exists(root() / "attempts" / case_folder() / "000-1/verdict.json"));
  expect_victim_untouched();
}

TEST_F(CampaignDirectoryTest, AVerdictHasAllThatItWasJudgedBy) {
  AttemptRecord record;
  record.fidelity = FidelityInfo{.histogram = {}, .interface_changes = 2, .interface_drops = 3};
  write_verdict(Directory(tree_.root()), plan_, {}, record);
  const auto verdict = nlohmann::json::parse(Directory(tree_.root()).read_text(kVerdictFile));
  EXPECT_EQ(verdict["fidelity"]["interface_changes"], 2);
  EXPECT_EQ(verdict["fidelity"]["interface_drops"], 3);
}

TEST_F(CampaignDirectoryTest, ResumeRemovesUnknownAttemptsOfOursAlone) {
  create();
  const fs::path folder = root() / "attempts" / case_folder();
  fs::create_directories(folder / "001-7");
  mark(Directory(folder / "001-7"));
  CampaignDirectory::open(root());
  EXPECT_FALSE(fs::exists(folder / "001-7"));

  fs::create_directory(folder / "001-8");
  EXPECT_THAT([&] { CampaignDirectory::open(root()); },
              ThrowsMessage<DirectoryError>(AllOf(HasSubstr(case_folder() + "/001-8 is in the way"),
                                                  HasSubstr("move it away"))));
  fs::remove(folder / "001-8");
  fs::create_directory_symlink(victim(), folder / "001-8");
  EXPECT_THROW(CampaignDirectory::open(root()), DirectoryError);
  expect_victim_untouched();
}

TEST_F(CampaignDirectoryTest, ResumeOnAnotherKernelIsRecorded) {
  std::string host;
  {
    auto campaign = create();
    host = campaign.store().campaign().host;
    campaign.store().set_host(R"({"kernel":"5.0","cores":2})");
  }
  utsname name{};
  uname(&name);
  const std::string both = fmt::format(R"({{"kernel":"5.0, then {}","cores":2}})", name.release);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(CampaignDirectory::open(root()).store().campaign().host, both);
  EXPECT_EQ(with_this_kernel(host), host);
}

TEST_F(CampaignDirectoryTest, ResumeRemovesWorkOfOursAlone) {
  std::string name;
  {
    auto campaign = create();
    name = work_name(campaign.plan(), campaign.pending().at(0));
    mark(campaign.work().make(name));
  }
  CampaignDirectory::open(root());
  EXPECT_TRUE(fs::is_empty(root() / "work"));
  tree_.write("campaign/work/mine/file", "notes");
  EXPECT_THAT([&] { CampaignDirectory::open(root()); },
              ThrowsMessage<DirectoryError>(HasSubstr("work/mine is in the way")));
  EXPECT_TRUE(fs::exists(root() / "work/mine/file"));
}

TEST_F(CampaignDirectoryTest, AStoreThatIsMovedOrRemovedLosesNoResultInSilence) {
  auto campaign = create();
  const Job job = campaign.pending().at(0);
  fs::rename(root() / kStoreFile, root() / "old.db");
  AttemptRecord record;
  EXPECT_THAT([&] { campaign.commit(job, record, RepetitionState::kFailed); },
              ThrowsMessage<Error>(HasSubstr("campaign.db was moved or removed while")));
}

TEST_F(CampaignDirectoryTest, ACampaignThatCannotBeginIsRemoved) {
  const auto create_with = [&](const CampaignDirectory::Begin& begin) {
    CampaignDirectory::create(root(), plan_, "x.yaml", ReadAccess::kOwner, begin);
  };
  const auto fails = [](CampaignDirectory&) { throw Error("no more descriptors"); };
  EXPECT_THROW(create_with(fails), Error);
  EXPECT_FALSE(fs::exists(root()));
  EXPECT_THROW(create_with([&](CampaignDirectory& made) {
                 tree_.write("campaign/notes", "mine");
                 fails(made);
               }),
               Error);
  EXPECT_TRUE(fs::exists(root() / "notes"));
  EXPECT_TRUE(fs::exists(root() / kStoreFile)) << "beside files of others";
  fs::remove_all(root());
  // Another directory in its place is left alone.
  EXPECT_THROW(create_with([&](CampaignDirectory& made) {
                 fs::rename(root(), tree_.root() / "moved");
                 tree_.write("campaign/attempts/theirs", "precious");
                 fails(made);
               }),
               Error);
  EXPECT_TRUE(fs::exists(root() / "attempts/theirs"));
}

TEST_F(CampaignDirectoryTest, WithoutDescriptorsNothingIsLeftThatBlocksTheNext) {
  struct rlimit before {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  int made = 0;
  const auto used =
      std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()) - 1;
  for (rlim_t more = 0; more < 40; ++more) {
    const rlimit few{static_cast<rlim_t>(used) + more, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    try {
      create();
      ++made;
    } catch (const std::exception&) {
      EXPECT_FALSE(fs::exists(root())) << more;
    }
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    fs::remove_all(root());
    EXPECT_NO_THROW(create()) << more << ": a leftover is in the way";
    fs::remove_all(root());
  }
  EXPECT_GT(made, 0);
  EXPECT_LT(made, 40);
}

TEST_F(CampaignDirectoryTest, AFolderBesideItIsKept) {
  tree_.write("campaign.new/file", "mine");
  EXPECT_THAT([&] { create(); },
              ThrowsMessage<DirectoryError>(HasSubstr("campaign.new is in the way")));
  EXPECT_TRUE(fs::exists(tree_.root() / "campaign.new/file"));
  EXPECT_FALSE(fs::exists(root()));
  fs::remove_all(tree_.root() / "campaign.new");
  fs::create_directory_symlink("victim", tree_.root() / "campaign.new");
  EXPECT_THROW(create(), DirectoryError);
  expect_victim_untouched();
}

TEST_F(CampaignDirectoryTest, ACampaignOfThatNameBesideItIsKept) {
  const fs::path beside = tree_.root() / "campaign.new";
  for (const bool runs : {true, false}) {
    std::optional<CampaignDirectory> other;
    if (runs)
      other = CampaignDirectory::create(beside, plan_, "x.yaml", ReadAccess::kOwner);
    else
      CampaignDirectory::open(beside);  // as `resume` does
    EXPECT_THAT([&] { create(); },
                ThrowsMessage<DirectoryError>(HasSubstr(runs ? "another seawind" : "in the way")));
    EXPECT_TRUE(fs::exists(beside / kStoreFile));
  }
}

TEST_F(CampaignDirectoryTest, ALinkInItsPlaceIsKept) {
  fs::create_directory(tree_.root() / "empty");
  fs::create_directory_symlink("empty", root());
  EXPECT_THAT([&] { create(); },
              ThrowsMessage<DirectoryError>(HasSubstr("it exists and is not an empty directory")));
}

TEST_F(CampaignDirectoryTest, AnIncompleteOneIsCreatedAgainUnlessAProcessCreatesIt) {
  const fs::path beside = tree_.root() / "campaign.new";
  {
    const Directory used = make_in_use(Directory(tree_.root()), "campaign.new", 0700);
    EXPECT_THAT([&] { create(); }, ThrowsMessage<DirectoryError>(HasSubstr("another seawind")));
    EXPECT_TRUE(fs::exists(beside / kMarkerFile));
  }
  create();
  EXPECT_FALSE(fs::exists(beside));
}

TEST_F(CampaignDirectoryTest, OneOfSeveralAtTheSameTimeMakesIt) {
  for (int round = 0; round < 10; ++round) {
    const fs::path path = tree_.root() / fmt::format("same-{}", round);
    std::atomic<int> made = 0;
    const auto make = [&] {
      try {
        CampaignDirectory::create(path, plan_, "x.yaml", ReadAccess::kOwner);
        ++made;
      } catch (const DirectoryError&) {
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    };
    { const std::jthread threads[] = {std::jthread(make), std::jthread(make), std::jthread(make)}; }
    EXPECT_EQ(made, 1);
    CampaignDirectory::open(path);
    EXPECT_FALSE(fs::exists(path.string() + ".new"));
  }
}

TEST_F(CampaignDirectoryTest, AFolderOfAnotherUserInASharedOneIsNotUsed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make a folder of another user";
  constexpr uid_t kOther = 65534;
  const fs::path folder = tree_.root() / "shared/campaigns";
  fs::create_directories(folder);
  ASSERT_EQ(chmod(folder.parent_path().c_str(), 01777), 0);
  ASSERT_EQ(chown(folder.c_str(), kOther, kOther), 0);
  for (const char* name : {"one", "new/one"})
    EXPECT_THAT(
        [&] { CampaignDirectory::create(folder / name, plan_, "x.yaml", ReadAccess::kOwner); },
        ThrowsMessage<Error>(
            HasSubstr("campaigns: the folder belongs to user 65534, who could exchange")));
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(CampaignDirectoryTest, OnlyItsOwnerMayReadItByDefault) {
  const mode_t before = umask(0022);
  for (const auto& [access, directory, file] :
       {std::tuple{ReadAccess::kOwner, 0700U, 0600U}, {ReadAccess::kUmask, 0755U, 0644U}}) {
    auto campaign = create(access);
    commit_one(campaign);
    for (const auto& name : {fs::path(), fs::path("work"), fs::path("logs"), fs::path("attempts"),
                             fs::path("attempts") / case_folder() / "000-1"})
      EXPECT_EQ(permissions((root() / name).lexically_normal()), directory) << name;
    for (const auto& name :
         {fs::path("campaign.db"), fs::path("campaign.db-wal"), fs::path("campaign.db-shm"),
          fs::path("resolved.json"), fs::path("campaign.lock"),
          fs::path("attempts") / case_folder() / "000-1/verdict.json"})
      EXPECT_EQ(permissions(root() / name), file) << name;
    fs::remove_all(root());
  }
  umask(before);
}

TEST_F(CampaignDirectoryTest, ACommitCanBeTriedAgain) {
  auto campaign = create();
  // The state after an earlier commit that moved the directory and failed to write the rows.
  const std::string name = work_name(campaign.plan(), campaign.pending().at(0));
  const Directory attempt = campaign.work().make(name);
  mark(attempt);
  attempt.write_new("verdict.json", "the first try's");
  const Directory attempts = Directory(root() / "attempts").make(case_folder());
  campaign.work().rename(name, attempts, "000-1");
  AttemptRecord record;
  campaign.commit(campaign.pending().at(0), record, RepetitionState::kDone);
  EXPECT_EQ(attempts.read_text("000-1/verdict.json"), "the first try's");
}

TEST_F(CampaignDirectoryTest, RootLeavesTheOwnerWhatItAddsToACampaign) {
  create();
  constexpr uid_t kOwner = 12345;
  for (const auto& entry : fs::recursive_directory_iterator(root()))
    if (lchown(entry.path().c_str(), kOwner, kOwner) != 0) GTEST_SKIP() << "only root may";
  ASSERT_EQ(chown(root().c_str(), kOwner, kOwner), 0);
  {
    auto campaign = CampaignDirectory::open(root());
    commit_one(campaign);
    EXPECT_EQ(Directory(root() / "work").status().st_uid, geteuid()) << "while it runs";
  }
  for (const auto& entry : fs::recursive_directory_iterator(root())) {
    struct stat found {};
    ASSERT_EQ(lstat(entry.path().c_str(), &found), 0);
    if (entry.path().filename() != "work") EXPECT_EQ(found.st_uid, kOwner) << entry.path();
  }
}

TEST_F(CampaignDirectoryTest, ResumeRefusesRepetitionsThatAreNotInThePlan) {
  create();
  for (const std::string& number : {std::to_string(plan_.test_set().repetitions()),
                                    std::string("-1"), std::string("1000000000")}) {
    Database((root() / "campaign.db").string(), Database::Mode::kReadWrite)
        .execute(
            "DELETE FROM repetition WHERE number <> 0;"
            "INSERT INTO repetition (case_id, number, seed) VALUES (0, " +
            number + ", 1)");
    EXPECT_THAT(
        [&] { CampaignDirectory::open(root()); },
        ThrowsMessage<DirectoryError>(HasSubstr("has repetition " + number + " of case 0")));
  }
}

TEST_F(CampaignDirectoryTest, ResumeRefusesCasesThatAreNotInThePlan) {
  create();
  Database((root() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute(fmt::format("INSERT INTO test_case VALUES ({}, 'x', 'l', 'r', 't', 'w')",
                           plan_.cases_size()));
  EXPECT_THAT([&] { CampaignDirectory::open(root()); },
              ThrowsMessage<DirectoryError>(
                  HasSubstr("the cases in campaign.db and in resolved.json differ")));
}

TEST_F(CampaignDirectoryTest, ResumeRefusesOtherLabelsAndSeeds) {
  create();
  Database store((root() / "campaign.db").string(), Database::Mode::kReadWrite);
  store.execute("UPDATE repetition SET seed = seed + 1 WHERE number = 1");
  EXPECT_THAT([&] { CampaignDirectory::open(root()); },
              ThrowsMessage<DirectoryError>(HasSubstr(
                  "the seeds of repetition 1 in campaign.db and in resolved.json differ")));
  store.execute(
      "UPDATE repetition SET seed = seed - 1 WHERE number = 1;"
      " UPDATE test_case SET link = 'other' WHERE id = 0");
  EXPECT_THAT([&] { CampaignDirectory::open(root()); },
              ThrowsMessage<DirectoryError>(HasSubstr("the cases in campaign.db")));
}

}  // namespace
}  // namespace seawind
