// SPDX-License-Identifier: GPL-3.0-or-later
// Links, hard links, FIFOs and directories that another user planted at every name that a campaign
// writes, before a run begins and while it runs. The campaign must not touch anything outside and
// must not block.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "controller/campaign/changes_log.h"
#include "controller/campaign/control.h"
#include "controller/campaign/live.h"
#include "controller/campaign/runner.h"
#include "controller/store/layout.h"
#include "tests/controller/campaign/campaign_directory_fixture.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

enum class Trap { kFileLink, kDirectoryLink, kDanglingLink, kHardLink, kFifo, kDirectory };
constexpr Trap kTraps[] = {Trap::kFileLink, Trap::kDirectoryLink, Trap::kDanglingLink,
                           Trap::kHardLink, Trap::kFifo,          Trap::kDirectory};

class PlantedTest : public test::CampaignDirectoryTest {
 protected:
  std::vector<std::string> places() const {
    const std::string work = "work/" + work_name(plan_, {});
    const std::string attempts = "attempts/" + case_folder();
    return {"campaign.db",
            "campaign.db-wal",
            "campaign.db-shm",
            "campaign.db-journal",
            kResolvedFile,
            kLockFile,
            kControlFile,
            kLiveFile,
            "attempts",
            attempts,
            attempts + "/000-1",
            attempts + "/000-1/verdict.json",
            attempts + "/000-1/.seawind",
            kWorkFolder,
            work,
            work + "/.seawind",
            work + "/verdict.json",
            work + "/" + kChangesFile,
            work + "/" + kEventLogFile,
            "logs",
            "logs/testbed.log",
            "logs/seawindd.log"};
  }

  void plant(const std::string& name, Trap trap) const {
    const fs::path place = root() / name;
    fs::remove_all(place);
    fs::create_directories(place.parent_path());
    switch (trap) {
      case Trap::kFileLink:
        return fs::create_symlink(victim() / "file", place);
      case Trap::kDirectoryLink:
        return fs::create_directory_symlink(victim(), place);
      case Trap::kDanglingLink:
        return fs::create_symlink(victim() / "new", place);
      case Trap::kHardLink:
        return fs::create_hard_link(victim() / "file", place);
      case Trap::kFifo:
        ASSERT_EQ(mkfifo(place.c_str(), 0600), 0);
        return;
      case Trap::kDirectory:
        tree_.write("campaign/" + name + "/file", "mine");
    }
  }

  /// The operations of a run on its directory. Each one runs whatever the result of the previous
  /// one.
  static std::vector<std::function<void(CampaignDirectory&)>> steps() {
    return {
        [](CampaignDirectory& c) { LiveFile(c.root().duplicate()).update({}, {}); },
        [](CampaignDirectory& c) { write_control(c.root().path(), ControlRequest::kRun); },
        [](CampaignDirectory& c) { read_control(c.root()); },
        [](CampaignDirectory& c) { read_live(c.root().path()); },
        [](CampaignDirectory& c) { c.logs().append("seawindd.log"); },
        [](CampaignDirectory& c) {
          const Directory work = c.work().open_or_make(work_name(c.plan(), {}));
          work.create(kEventLogFile);
          ChangesLog(c.root(), "work/" + work_name(c.plan(), {}));
        },
        [](CampaignDirectory& c) { commit_one(c); },
        [](CampaignDirectory& c) { c.apply_until(0); },
        [](CampaignDirectory& c) { c.discard({}); },
    };
  }

  static void run(CampaignDirectory& campaign) {
    for (const auto& step : steps()) {
      try {
        step(campaign);
      } catch (const Error&) {  // refused; only the effects on the outside matter
      }
    }
  }
};

// Otherwise the tests below would test nothing.
TEST_F(PlantedTest, WithoutATrapEveryOperationWorks) {
  auto campaign = create();
  for (const auto& step : steps()) EXPECT_NO_THROW(step(campaign));
  for (const char* written : {"logs/seawindd.log", kControlFile})
    EXPECT_TRUE(fs::exists(root() / written)) << written;
  EXPECT_TRUE(fs::exists(root() / "attempts" / case_folder() / "000-1" / kEventLogFile));
}

TEST_F(PlantedTest, BeforeARunBegins) {
  create();
  const fs::path clean = tree_.root() / "clean";
  fs::copy(root(), clean, fs::copy_options::recursive);
  // A link at every name, and a third of the other traps, so that each trap occurs at some names.
  int turn = 0;
  for (const auto& name : places()) {
    ++turn;
    for (const Trap trap : kTraps) {
      if (trap != Trap::kFileLink && (turn + static_cast<int>(trap)) % 3 != 0) continue;
      SCOPED_TRACE(name + " " + std::to_string(static_cast<int>(trap)));
      fs::remove_all(root());
      fs::copy(clean, root(), fs::copy_options::recursive);
      plant(name, trap);
      try {
        auto campaign = CampaignDirectory::open(root());
        run(campaign);
      } catch (const Error&) {
      }
      expect_victim_untouched();
      const bool of_user = trap == Trap::kDirectory && fs::exists(root() / name / "file");
      EXPECT_EQ(of_user, trap == Trap::kDirectory) << "a file of the user is gone";
    }
  }
}

TEST_F(PlantedTest, WhileItRuns) {
  for (const auto& name : places()) {
    for (const Trap trap : {Trap::kFileLink, Trap::kFifo}) {
      SCOPED_TRACE(name + " " + std::to_string(static_cast<int>(trap)));
      {
        auto campaign = create();
        plant(name, trap);
        run(campaign);
        expect_victim_untouched();
      }
      fs::remove_all(root());
    }
  }
}

TEST_F(PlantedTest, ALinkInPlaceOfAFolderLeadsARunNowhere) {
  auto campaign = create();
  for (const auto* folder : {"work", "logs", "attempts"}) {
    fs::rename(root() / folder, root() / (std::string("moved-") + folder));
    fs::create_directory_symlink(victim(), root() / folder);
  }
  fs::rename(root(), tree_.root() / "moved");
  fs::create_directory(tree_.root() / "elsewhere");
  fs::create_directory_symlink("elsewhere", root());
  run(campaign);
  expect_victim_untouched();
  EXPECT_TRUE(
      fs::exists(tree_.root() / "moved/moved-attempts" / case_folder() / "000-1/verdict.json"));
}

TEST_F(PlantedTest, AFifoInPlaceOfLiveJsonIsNotWaitedFor) {
  auto campaign = create();
  ASSERT_EQ(mkfifo((root() / kLiveFile).c_str(), 0600), 0);
  EXPECT_FALSE(read_live(root()));
  LiveFile(campaign.root().duplicate()).update({}, {});
  EXPECT_FALSE(fs::exists(root() / kLiveFile)) << "replaced, then removed";
}

}  // namespace
}  // namespace seawind
