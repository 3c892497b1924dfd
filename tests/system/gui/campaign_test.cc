// SPDX-License-Identifier: GPL-3.0-or-later
// The window and the program `seawind` work on one real campaign, with daemon, agents and traffic.
// Each shows the effects of the other.
#include <gtest/gtest.h>

#include <QAction>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "gui/app/application.h"
#include "gui/results/results_page.h"
#include "gui/run/live_view.h"
#include "gui/run/run_page.h"
#include "tests/gui/app/test_window.h"

namespace seawind::gui {
namespace {

const QString kConfigs = SEAWIND_SOURCE_DIR "/tests/system/campaign/configs/";

bool waits(const std::function<bool()>& what) {
  return QTest::qWaitFor(what, 60'000);
}

class RealCampaign : public testing::Test {
 protected:
  RealCampaign() {
    qputenv("PATH", SEAWIND_BINARY_DIR "/bin:" + qgetenv("PATH"));
    // For the programs: the leak check needs /proc, which the end hosts' namespaces do not have.
    qputenv("ASAN_OPTIONS", "detect_leaks=0:allow_addr2line=1");
    load_resources();
    places_ = {home_.path() + "/configs", home_.path() + "/own", home_.path() + "/campaigns"};
    QDir().mkpath(places_.configs);
    QFile::link(SEAWIND_SOURCE_DIR "/configs/schema", places_.configs + "/schema");
    for (const char* folder : {"profiles", "routers", "tcp", "testsets", "workloads"})
      QFile::link(kConfigs + folder, places_.configs + '/' + folder);
    directory_ = places_.campaigns + "/slow";
    window_ = test::open_window(places_);
  }
  ~RealCampaign() override {
    window_.reset();
    if (status()["running"].toBool()) seawind({"stop", directory_});
    // Waits for the end of the campaign, so that no process uses the folder when it is removed.
    EXPECT_TRUE(waits([this] { return !status()["running"].toBool(); }));
  }
  RunPage& runs() { return test::page_of<RunPage>(*window_, "run"); }
  const CampaignState& seen() { return runs().live_view().state(); }

  /// What the program prints; it must succeed.
  static QByteArray seawind(const QStringList& arguments) {
    QProcess process;
    process.start(program("seawind"), arguments);
    EXPECT_TRUE(process.waitForFinished()) << process.errorString().toStdString();
    EXPECT_EQ(process.exitCode(), 0) << arguments.join(' ').toStdString() << '\n'
                                     << process.readAllStandardError().toStdString();
    return process.readAllStandardOutput();
  }
  static QJsonObject answer(const QStringList& arguments) {
    return QJsonDocument::fromJson(seawind(arguments + QStringList{"--json"})).object();
  }
  /// The state shown by `seawind status`.
  QJsonObject status() const {
    if (!QFile::exists(directory_ + "/campaign.db")) return {};
    return answer({"status", directory_});
  }
  QString state() const { return status()["live"].toObject()["state"].toString(); }

  /// Waits for a repetition whose link is watched and carries data.
  bool watches_a_link() {
    return waits([this] {
      auto& live = runs().live_view();
      if (live.chosen_slot() < 0 && !seen().slots_in_use.isEmpty())
        live.choose_slot(seen().slots_in_use.first().slot);
      return live.history().last() != nullptr &&
             live.history().last()->downlink().delivered_bytes() > 0;
    });
  }

  QTemporaryDir home_;
  Places places_;
  QString directory_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(RealCampaign, IsRunPausedChangedAndFoundAgainFromBothSides) {
  window_->show_page(window_->index_of("run"));
  runs().start(RunRequest{places_.configs + "/testsets/slow.yaml", directory_, 2, "1"});
  ASSERT_TRUE(watches_a_link()) << runs().problem().toStdString();
  EXPECT_EQ(state(), "running");
  EXPECT_EQ(status()["pending"].toInt(), 2);
  EXPECT_GT(runs().live_view().history().last()->fidelity().releases(), 0U);

  // Paused in the window, continued from the command line.
  runs().action("pause")->trigger();
  EXPECT_TRUE(waits([this] { return state() == "paused"; }));
  EXPECT_TRUE(waits([this] { return seen().phase == RunState::kPaused; }));
  seawind({"continue", directory_});
  EXPECT_TRUE(waits([this] { return seen().phase == RunState::kRunning; }));

  // One change by the command line, one in the window: two of the same link.
  QSignalSpy configured(runs().live_view().source(), &LiveSource::link_configured);
  seawind({"link", "change", directory_, "--slot", "0", "--set", "downlink.rate_base=200kbit/s"});
  EXPECT_TRUE(waits([this] {
    const LinkReport* last = runs().live_view().history().last();
    return last != nullptr && last->changes() == 1;
  }));
  EXPECT_TRUE(waits([&configured] {
    return !configured.empty() &&
           configured.last()[0].value<ShownLink>().link.find("200kbit/s") != std::string::npos;
  }));
  QSignalSpy changed(runs().live_view().source(), &LiveSource::link_changed);
  RequestedChange edit;
  edit.set = {{"downlink.rate_base", "250kbit/s"}};
  runs().live_view().source()->change_link(0, edit);
  ASSERT_TRUE(changed.wait(10'000));
  const auto entry = changed[0][0].value<LinkChangeEntry>();
  EXPECT_EQ(entry.error.toStdString(), "");
  EXPECT_TRUE(entry.text.contains("200kbit/s → 250kbit/s")) << entry.text.toStdString();
  const auto link = answer({"link", "show", directory_, "--slot", "0"});
  EXPECT_EQ(link["version"].toInt(), 2);
  EXPECT_TRUE(link["link"].toString().contains("rate_base: 250kbit/s"));
  edit.set = {{"downlink.rate_bas", "250kbit/s"}};
  runs().live_view().source()->change_link(0, edit);
  ASSERT_TRUE(changed.wait(10'000));
  EXPECT_TRUE(changed[1][0].value<LinkChangeEntry>().error.contains("did you mean `rate_base`?"));

  // The campaign continues without a window; a new window finds it.
  window_.reset();
  EXPECT_EQ(state(), "running");
  window_ = test::open_window(places_);
  window_->show_page(window_->index_of("run"));
  EXPECT_TRUE(waits([this] { return seen().phase == RunState::kRunning; }));
  ASSERT_TRUE(waits([this] { return seen().is_complete() && seen().total() > 0; }));

  // Both report the same end, and that the changed repetition was run again.
  EXPECT_EQ(status()["done"].toInt(), 2);
  EXPECT_EQ(seen().done, 2);
  EXPECT_EQ(seen().invalid_attempts, status()["invalid_attempts"].toInt());
  EXPECT_GE(seen().invalid_attempts, 1);
  EXPECT_TRUE(QString::fromUtf8(seawind({"report", directory_}))
                  .contains("changed by hand: 2 changes of the running link"));
  auto& results = test::page_of<ResultsPage>(*window_, "results");
  QSignalSpy shown(&results, &ResultsPage::campaign_shown);
  runs().action("results")->trigger();
  ASSERT_TRUE(waits([&] { return !shown.isEmpty(); }));
  EXPECT_EQ(window_->current(), window_->index_of("results"));
  EXPECT_TRUE(waits([&] { return results.repetitions().rowCount() >= 2; }));
}

TEST_F(RealCampaign, TheOneThatWasStartedWithoutAQuestionEndsAtItsBoxPlot) {
  ASSERT_TRUE(window_->route("start", places_.configs + "/testsets/tiny.yaml"));
  EXPECT_EQ(window_->current(), window_->index_of("run"));
  ASSERT_TRUE(waits([this] { return window_->current() == window_->index_of("results"); }))
      << runs().problem().toStdString();
  auto& results = test::page_of<ResultsPage>(*window_, "results");
  ASSERT_TRUE(waits([&] { return results.campaign() != nullptr; }));
  EXPECT_EQ(results.tabs().currentIndex(), ResultsPage::kPictures);
  directory_ = results.campaign()->directory;
  EXPECT_EQ(status()["done"].toInt(), 4);
}

}  // namespace
}  // namespace seawind::gui
