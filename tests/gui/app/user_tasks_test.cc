// SPDX-License-Identifier: GPL-3.0-or-later
// Ten tasks of a user in the whole window. Each test also compares the result with what the command
// line reads.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>

#include <QSignalSpy>
#include <QTest>

#include "controller/campaign/control.h"
#include "controller/store/query.h"
#include "controller/testset/plan.h"
#include "gui/app/application.h"
#include "gui/app/main_window.h"
#include "gui/app/recovery.h"
#include "gui/form/document_view.h"
#include "gui/form/yaml_editor.h"
#include "gui/library/library_page.h"
#include "gui/results/results_page.h"
#include "gui/run/live_view.h"
#include "gui/run/run_page.h"
#include "gui/testset/templates.h"
#include "gui/testset/test_set_editor.h"
#include "gui/testset/test_set_page.h"
#include "tests/gui/app/test_window.h"
#include "tests/gui/results/synthetic_campaign.h"
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
  TestSetPage& test_sets() { return page<TestSetPage>("testset"); }
  RunPage& runs() { return page<RunPage>("run"); }
  ResultsPage& results() { return page<ResultsPage>("results"); }

  /// A profile in the user's library, copied from a shipped one and open on the library page.
  DocumentView* make_profile(const QString& name) {
    QString error;
    EXPECT_TRUE(library().create(Kind::kProfile, name,
                                 places_.shipped_folder(Kind::kProfile) + "/gprs.yaml", error))
        << error.toStdString();
    return library().current();
  }
  QString own_profile(const QString& name) const {
    return places_.own_folder(Kind::kProfile) + '/' + name + ".yaml";
  }
  QString make_results(const char* name, const seawind::test::SyntheticCampaign& wanted = {}) {
    return to_text(make_campaign(to_path(places_.campaigns + '/' + name), wanted));
  }
  void open_results(const QString& directory) {
    QSignalSpy shown(&results(), &ResultsPage::campaign_shown);
    ASSERT_TRUE(window_->open_path(directory));
    ASSERT_TRUE(shown.count() > 0 || shown.wait(20'000));
  }

  std::unique_ptr<MainWindow> window_;
};

TEST_F(UserTask, CreatesAProfileForTheCommandLine) {
  DocumentView* view = make_profile("mine");
  ASSERT_NE(view, nullptr);
  EXPECT_EQ(view->document().file(), own_profile("mine"));
  ASSERT_TRUE(view->document().set("downlink.rate_base", "64kbit/s"));
  QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
  EXPECT_FALSE(view->document().is_modified());
  EXPECT_TRUE(bytes(own_profile("mine")).contains("rate_base: 64kbit/s"));
  EXPECT_TRUE(check_text(Kind::kProfile, QString::fromUtf8(bytes(own_profile("mine"))),
                         own_profile("mine"), places_)
                  .empty());
  EXPECT_EQ(window_->files().paths().value(0), own_profile("mine"));
}

TEST_F(UserTask, CorrectsAnInvalidProfileAtTheReportedPlace) {
  DocumentView* view = make_profile("mine");
  ASSERT_NE(view, nullptr);
  const QString before = view->document().text();
  view->editor().setFocus();
  view->editor().moveCursor(QTextCursor::End);
  QTest::keyClicks(&view->editor(), "upling: 1");
  const auto& checker = view->checker();
  ASSERT_TRUE(waits([&] { return checker.is_current() && !checker.problems().empty(); }));
  EXPECT_TRUE(checker.problems()[0].message.contains("upling"));
  EXPECT_GE(checker.problems()[0].position, 0);
  QUndoStack& stack = view->document().undo_stack();
  for (int i = 0; i < 20 && stack.canUndo(); ++i)
    QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waits([&] { return checker.is_current() && checker.problems().empty(); }));
  EXPECT_EQ(view->document().text(), before);
  EXPECT_FALSE(view->document().is_modified());
}

TEST_F(UserTask, BuildsAMatrixThatSeawindRunPlansTheSame) {
  TestSetEditor* editor = test_sets().open_text(empty_test_set());
  ASSERT_NE(editor, nullptr);
  const char* const wanted[][2] = {
      {"e0", "r4"}, {"tail-drop-20", nullptr}, {"baseline", "enhanced"}, {"w1", nullptr}};
  for (int axis = 0; axis < kAxes; ++axis) {
    while (!editor->matrix().references(axis).isEmpty())
      ASSERT_TRUE(editor->matrix().remove(axis, 0));
    for (const char* reference : wanted[axis]) {
      if (reference == nullptr) continue;
      ASSERT_TRUE(editor->matrix().add(axis, reference));
    }
  }
  ASSERT_TRUE(editor->document().set("repetitions", "3"));
  const QString file = places_.own_folder(Kind::kTestSet) + "/mine.yaml";
  ASSERT_TRUE(test_sets().save_as(*editor, file));
  ASSERT_TRUE(
      waits([&] { return editor->planner().is_current() && editor->planner().planned()->plan; }));
  Diagnostics problems;
  const auto plan = load_plan(to_path(file), to_path(places_.configs), problems);
  ASSERT_TRUE(plan) << problems.render();
  EXPECT_EQ(plan->cases_size(), 4);
  EXPECT_EQ(plan->test_set().repetitions(), 3U);
}

TEST_F(UserTask, RunsTheQuickstartOrShowsWhatIsMissing) {
  // The program seawind is neither beside this test nor in PATH; the page must name the remedy.
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", "/nonexistent");
  EXPECT_TRUE(window_->route("start", places_.configs + "/testsets/quickstart.yaml"));
  EXPECT_EQ(window_->current(), window_->index_of("run"));
  EXPECT_TRUE(waits([this] { return runs().problem().contains("seawind"); }));
  EXPECT_TRUE(runs().problem().contains("nstall")) << runs().problem().toStdString();
  qputenv("PATH", path);
}

TEST_F(UserTask, PausesACampaignAlsoForTheCommandLine) {
  run();
  ASSERT_TRUE(window_->open_path(directory_));
  EXPECT_EQ(window_->current(), window_->index_of("run"));
  ASSERT_TRUE(waits([this] { return runs().live_view().state().is_running(); }));
  runs().action("pause")->trigger();
  ASSERT_TRUE(waits([this] { return control_word() == "pause"; }));
  write_state(RunState::kPaused);
  const auto live = read_live(to_path(directory_));  // the state that `seawind status` prints
  ASSERT_TRUE(live);
  EXPECT_EQ(live->state, RunState::kPaused);
  ASSERT_TRUE(waits([this] { return runs().live_view().state().phase == RunState::kPaused; }));

  // The reverse: the window follows a run that the command line resumes.
  write_state(RunState::kRunning);
  EXPECT_TRUE(waits([this] { return runs().live_view().state().phase == RunState::kRunning; }));
}

/// The child process of the next test: it watches a campaign until it is killed.
TEST(JourneyChild, DISABLED_watches) {
  const QString home = qEnvironmentVariable("JOURNEY_HOME");
  const Places places{SEAWIND_SOURCE_DIR "/configs", home + "/own", home + "/campaigns"};
  load_resources();
  MainWindow window(places, standard_pages(places));
  window.show();
  window.open_path(home + "/campaigns/quick");
  auto& page = dynamic_cast<RunPage&>(window.page(window.index_of("run")));
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
}

TEST_F(UserTask, ComparesTwoCampaigns) {
  const QString slower = make_results("a");
  const QString faster = make_results("b", {.faster = 500});
  open_results(slower);
  results().tabs().setCurrentIndex(ResultsPage::kPictures);
  results().apply_recipe({.view = "answer"});
  results().pictures().compare_with(faster);
  ASSERT_TRUE(waits([this] { return !results().pictures().task().is_running(); }));
  const QAbstractItemModel& shown = results().pictures().numbers();
  const auto value = [&](int row, int column) {
    return shown.index(row, column).data(RowsModel::kSortRole);
  };
  enum { kMetric = 2, kDifference = 4, kDecided = 8, kPairs = 11 };
  int cases = 0;
  for (int row = 0; row < shown.rowCount(); ++row) {
    if (value(row, kMetric).toString() != "overall_throughput") continue;
    ++cases;
    EXPECT_NEAR(value(row, kDifference).toDouble(), 500, 1e-6);
    EXPECT_EQ(value(row, kDecided).toString(), "higher");
    EXPECT_EQ(value(row, kPairs).toInt(), 6);
  }
  EXPECT_EQ(cases, 4);
  const QStringList lines = results().pictures().csv().split('\n', Qt::SkipEmptyParts);
  EXPECT_EQ(lines.size(), 1 + shown.rowCount());
}

TEST_F(UserTask, ExportsAPictureAndWhatTheCommandLineHas) {
  const QString directory = make_results("a");
  open_results(directory);
  results().tabs().setCurrentIndex(ResultsPage::kPictures);
  ASSERT_TRUE(waits([this] { return !results().pictures().task().is_running(); }));
  PictureView& picture = results().pictures().picture();
  QString error;
  for (const char* end : {".svg", ".pdf", ".png"})
    ASSERT_TRUE(picture.save_to(home_.path() + "/boxes" + end, error)) << error.toStdString();
  const QByteArray svg = bytes(home_.path() + "/boxes.svg");
  EXPECT_EQ(svg.count("fill-opacity=\"0.65\""), 24) << "one dot for each repetition";
  EXPECT_EQ(picture.picture().points.size(), 24U);
  EXPECT_EQ(svg.count(">baseline</text>"), 2);
  EXPECT_EQ(svg.count(">enhanced</text>"), 2);
  const QImage png(home_.path() + "/boxes.png");
  int of_points = 0;  // orange: the second series
  for (int y = 0; y < png.height(); ++y)
    for (int x = 0; x < png.width(); ++x)
      of_points += png.pixelColor(x, y).red() > png.pixelColor(x, y).blue() + 80 ? 1 : 0;
  EXPECT_GT(of_points, 24);
  EXPECT_TRUE(bytes(home_.path() + "/boxes.pdf").startsWith("%PDF-"));
  EXPECT_FALSE(picture.save_to("/nonexistent/x.png", error));
  EXPECT_TRUE(error.contains("/nonexistent")) << error.toStdString();
  const auto& seen = results().campaign()->results().cases;
  ASSERT_EQ(seen.size(), 4U);
  EXPECT_EQ(seen[0].samples.at({"", "overall_throughput"}),
            (std::vector{6000.0, 6275.7, 6251.4, 6227.1, 6202.8, 6178.5}));
}

TEST_F(UserTask, OpensADamagedCampaignAndShowsTheProblem) {
  const QString directory = make_results("a");
  QFile store(directory + "/campaign.db");
  ASSERT_TRUE(store.open(QIODevice::ReadWrite));
  store.write(QByteArray(4096, 'x'));
  store.close();
  open_results(directory);
  EXPECT_EQ(window_->current(), window_->index_of("results"));
  EXPECT_TRUE(results().banner().isVisible());
  EXPECT_TRUE(results().banner().text().contains("campaign.db"))
      << results().banner().text().toStdString();
}

TEST_F(UserTask, AFullDiskLosesNoEdit) {
  DocumentView* view = make_profile("mine");
  ASSERT_NE(view, nullptr);
  const QByteArray before = bytes(own_profile("mine"));
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
  EXPECT_EQ(bytes(own_profile("mine")), before);
  EXPECT_TRUE(library().save(*view));
  EXPECT_TRUE(bytes(own_profile("mine")).contains("64kbit/s"));
}

}  // namespace
}  // namespace seawind::gui
