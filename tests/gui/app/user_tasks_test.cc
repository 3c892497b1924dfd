// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to the work of a user in the whole window when it is killed or the disk is full.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <QSignalSpy>
#include <QTest>

#include "gui/app/application.h"
#include "gui/app/main_window.h"
#include "gui/form/document_view.h"
#include "gui/library/library_page.h"
#include "gui/run/live_view.h"
#include "gui/run/run_page.h"
#include "tests/gui/app/test_window.h"
#include "tests/gui/run/campaign_fixture.h"

namespace seawind::gui {
namespace {

bool waits(const std::function<bool()>& what) {
  return QTest::qWaitFor(what, 20'000);
}

QByteArray bytes(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

class UserTask : public CampaignFixture {
 protected:
  UserTask() {
    QSettings().clear();
    load_resources();
    open_window();
  }
  void open_window() { window_ = test::open_window(places_); }
  template <typename T>
  T& page(const char* key) {
    window_->show_page(window_->index_of(key));
    return test::page_of<T>(*window_, key);
  }
  LibraryPage& library() { return page<LibraryPage>("library"); }
  RunPage& runs() { return page<RunPage>("run"); }

  std::unique_ptr<MainWindow> window_;
};

/// The child process of the next test: it watches a campaign until it is killed.
TEST(JourneyChild, DISABLED_watches) {
  const QString home = qEnvironmentVariable("JOURNEY_HOME");
  const Places places{SEAWIND_SOURCE_DIR "/configs", home + "/own", home + "/campaigns"};
  load_resources();
  MainWindow window(places, standard_pages(places));
  window.show();
  ASSERT_TRUE(window.open_path(home + "/campaigns/quick"));
  ASSERT_EQ(window.current(), window.index_of("run"));
  auto& page = test::page_of<RunPage>(window, "run");
  ASSERT_TRUE(waits([&page] { return page.live_view().state().is_running(); }));
  std::puts("watching");
  std::fflush(stdout);
  QApplication::exec();
}

TEST_F(UserTask, FindsTheCampaignAgainAfterTheWindowWasKilled) {
  window_.reset();
  run();
  commit(0, 0, Verdict::kValid);
  QProcess child;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("JOURNEY_HOME", home_.path());
  child.setProcessEnvironment(environment);
  child.start(QCoreApplication::applicationFilePath(),
              {"--gtest_filter=JourneyChild.*", "--gtest_also_run_disabled_tests"});
  QByteArray said;
  ASSERT_TRUE(waits([&] {
    said += child.readAllStandardOutput();
    return said.contains("watching");
  })) << said.toStdString();
  child.kill();
  ASSERT_TRUE(child.waitForFinished());
  commit(0, 1, Verdict::kValid);
  open_window();
  ASSERT_TRUE(waits([this] {
    return runs().live_view().state().is_running() && runs().live_view().attempts().rowCount() == 2;
  }));
  EXPECT_EQ(runs().live_view().state().done, 2);
}

TEST_F(UserTask, AFullDiskLosesNoEdit) {
  const QString file = places_.own_folder(Kind::kProfile) + "/mine.yaml";
  QString error;
  ASSERT_TRUE(library().create(Kind::kProfile, "mine",
                               places_.shipped_folder(Kind::kProfile) + "/gprs.yaml", error))
      << error.toStdString();
  DocumentView* view = library().current();
  ASSERT_NE(view, nullptr);
  const QByteArray before = bytes(file);
  ASSERT_TRUE(view->document().set("downlink.rate_base", "64kbit/s"));
  // A file size limit of zero makes every write fail, as on a full disk.
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit none{0, usual.rlim_max};
  setrlimit(RLIMIT_FSIZE, &none);
  const QSignalSpy told(&library(), &Page::status_message);
  const bool saved = library().save(*view);
  setrlimit(RLIMIT_FSIZE, &usual);
  signal(SIGXFSZ, handler);
  EXPECT_FALSE(saved);
  ASSERT_EQ(told.count(), 1);
  EXPECT_TRUE(told[0][0].toString().contains("mine.yaml")) << told[0][0].toString().toStdString();
  EXPECT_TRUE(view->document().is_modified());
  EXPECT_EQ(bytes(file), before);
  EXPECT_TRUE(library().save(*view));
  EXPECT_TRUE(bytes(file).contains("64kbit/s"));
  EXPECT_EQ(window_->files().paths().value(0), file);
}

}  // namespace
}  // namespace seawind::gui
