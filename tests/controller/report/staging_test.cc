// SPDX-License-Identifier: GPL-3.0-or-later
// Pages and pictures are written inside the campaign only, even if other files, links or folders
// exist under their names.
#include "controller/store/staging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "common/error.h"
#include "common/marker.h"
#include "controller/report/report.h"
#include "tests/controller/store/stored_campaign.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using testing::UnorderedElementsAre;

class StagingTest : public testing::Test {
 protected:
  StagingTest() { tree_.write("victim/file", "precious"); }
  fs::path victim() const { return tree_.root() / "victim"; }
  void expect_victim_untouched() const {
    EXPECT_EQ(Directory(victim()).names(), std::vector<std::string>{"file"});
    EXPECT_EQ(Directory(victim()).read_text("file"), "precious");
  }
  static void write(const fs::path& file) { std::ofstream(file) << "new"; }

  TempTree tree_;
};

TEST_F(StagingTest, LinksInTheFolderAreReplaced) {
  fs::create_directories(tree_.root() / "c/report/plots");
  const Directory plots(tree_.root() / "c/report/plots");
  fs::create_symlink(victim() / "file", plots.path() / "a.svg");
  const auto make = [this] {
    make_beneath(tree_.root() / "c", "report/plots", [](const fs::path& folder) {
      write(folder / "a.svg");
      write(folder / "b.svg");
    });
  };
  make();
  EXPECT_EQ(plots.read_text("a.svg"), "new");
  EXPECT_EQ(plots.read_text("b.svg"), "new");
  EXPECT_THAT(plots.names(), UnorderedElementsAre("a.svg", "b.svg"));
  expect_victim_untouched();

  // Of a folder with a FIFO nothing is replaced.
  fs::remove(plots.path() / "a.svg");
  fs::remove(plots.path() / "b.svg");
  ASSERT_EQ(mkfifo((plots.path() / "b.svg").c_str(), 0600), 0);
  EXPECT_THROW(make(), Error);
  EXPECT_THAT(plots.names(), UnorderedElementsAre("b.svg"));
  EXPECT_TRUE(fs::is_fifo(plots.path() / "b.svg"));
}

TEST_F(StagingTest, LinksInPlaceOfTheFolderAreRefused) {
  for (const auto* name : {"report", "report/plots"}) {
    fs::remove_all(tree_.root() / "c");
    fs::create_directories((tree_.root() / "c" / name).parent_path());
    fs::create_directory_symlink(victim(), tree_.root() / "c" / name);
    EXPECT_THROW(make_beneath(tree_.root() / "c", "report/plots",
                              [](const fs::path& folder) { write(folder / "file"); }),
                 Error)
        << name;
    expect_victim_untouched();
  }
}

TEST_F(StagingTest, AnErrorNamesTheFolderAndKeepsWhatWasMade) {
  fs::create_directory(tree_.root() / "c");
  try {
    make_beneath(tree_.root() / "c", "report", [](const fs::path& folder) {
      write(folder / "a.gp");
      throw Error("cannot plot " + (folder / "a.gp").string());
    });
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), "cannot plot " + (tree_.root() / "c/report/a.gp").string());
  }
  EXPECT_TRUE(fs::exists(tree_.root() / "c/report/a.gp"));
}

TEST_F(StagingTest, RemovesTheRemainsOfAKilledProcessOnly) {
  fs::create_directories(tree_.root() / "c/report");
  const Directory report(tree_.root() / "c/report");
  const std::string left = name_beside("making");
  mark(report.make(left));
  const std::string mine = name_beside("making");
  report.make(mine).write_new("file", "mine");
  make_beneath(tree_.root() / "c", "report", [](const fs::path&) {});
  EXPECT_EQ(report.names(), std::vector<std::string>{mine});
}

TEST_F(StagingTest, AReportIsWrittenOverLinksNotThroughThem) {
  const StoredCampaign campaign(quickstart_cases());
  const fs::path report = campaign.directory() / "report";
  fs::create_directories(report / "plots");
  fs::create_directories(report / "repetitions");
  for (const auto* name :
       {"report.html", "plots/report.json", "plots/render.js", "repetitions/0-0.js"})
    fs::create_symlink(victim() / "file", report / name);
  write_report(campaign.directory(), {});
  EXPECT_FALSE(fs::is_symlink(report / "report.html"));
  EXPECT_FALSE(fs::is_symlink(report / "plots/report.json"));
  EXPECT_FALSE(fs::is_symlink(report / "repetitions/0-0.js"));
  expect_victim_untouched();
}

}  // namespace
}  // namespace seawind::test
