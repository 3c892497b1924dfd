// SPDX-License-Identifier: GPL-3.0-or-later
// The run page with real campaign directories: it finds, follows and controls campaigns.
#include "gui/run/run_page.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "controller/campaign/control.h"
#include "gui/run/live_view.h"
#include "gui/run/start_dialog.h"
#include "tests/gui/run/campaign_fixture.h"

namespace seawind::gui {
namespace {

class RunPageTest : public CampaignFixture {
 protected:
  void open() {
    page_ = std::make_unique<RunPage>(places_);
    page_->resize(1200, 800);
    page_->show();
  }
  bool waits(const std::function<bool()>& what) { return QTest::qWaitFor(what); }
  const CampaignState& state() { return page_->live_view().state(); }
  int attempts() { return page_->live_view().attempts().rowCount(); }

  std::unique_ptr<RunPage> page_;
};

TEST_F(RunPageTest, FindsTheRunningCampaignAndFollowsIt) {
  run();
  commit(0, 0, Verdict::kValid);
  open();
  ASSERT_TRUE(waits([this] { return attempts() == 1 && state().is_running(); }));
  EXPECT_EQ(state().done, 1);
  EXPECT_EQ(state().total(), 12);
  EXPECT_EQ(state().worst_lateness_ns, 120'000);
  EXPECT_GT(state().lateness_limit_ns, 0);
  ASSERT_EQ(state().slots_in_use.size(), 1);
  EXPECT_EQ(state().slots_in_use[0].slot, 1);
  EXPECT_NEAR(state().slots_in_use[0].expected_s, 40, 1e-6);
  EXPECT_GE(state().slots_in_use[0].elapsed_s, 10);
  commit(1, 0, Verdict::kInvalid, "too late");
  ASSERT_TRUE(waits([this] { return attempts() == 2 && state().invalid_attempts == 1; }));
  const AttemptRow& row = page_->live_view().attempts().at(1);
  EXPECT_EQ(row.verdict, Verdict::kInvalid);
  EXPECT_EQ(row.reason, "too late");
  EXPECT_EQ(row.attempt, 1);
  EXPECT_EQ(row.seconds(), 30);
  EXPECT_EQ(row.test_case.toStdString(), campaign_->plan().cases(1).id());
}

TEST_F(RunPageTest, EachVerbIsWrittenForTheController) {
  run();
  open();
  ASSERT_TRUE(waits([this] { return state().is_running(); }));
  EXPECT_FALSE(page_->action("continue")->isEnabled());
  EXPECT_FALSE(page_->action("resume")->isEnabled());
  const struct {
    const char* action;
    const char* word;
    RunState then;
  } steps[] = {{"pause", "pause", RunState::kPaused},
               {"continue", "run", RunState::kRunning},
               {"finish", "finish", RunState::kFinishing}};
  for (const auto& step : steps) {
    ASSERT_TRUE(page_->action(step.action)->isEnabled()) << step.action;
    page_->action(step.action)->trigger();
    ASSERT_TRUE(waits([&] { return control_word() == step.word; })) << step.action;
    write_state(step.then);
    ASSERT_TRUE(waits([&] { return state().phase == step.then; })) << step.action;
  }
  page_->action("stop")->trigger();
  auto* box = page_->findChild<QMessageBox*>();
  ASSERT_NE(box, nullptr);
  for (QAbstractButton* button : box->buttons())
    if (box->buttonRole(button) == QMessageBox::AcceptRole) button->click();
  ASSERT_TRUE(waits([this] { return control_word() == "stop"; }));
  write_state(RunState::kStopping);
  ASSERT_TRUE(waits([this] { return state().phase == RunState::kStopping; }));
  EXPECT_EQ(page_->problem(), "");
}

// The repetitions of a campaign on a cluster run in its tasks; no slot of this machine is in use.
TEST_F(RunPageTest, StoppingACampaignOnAClusterNamesItsRunningRepetitions) {
  run();
  live_.running_slots.clear();
  LiveTask task;
  task.running = 7;
  live_.tasks = {task};
  write_state(RunState::kRunning);
  open();
  ASSERT_TRUE(waits([this] { return state().running == 7; }));
  page_->action("stop")->trigger();
  auto* box = page_->findChild<QMessageBox*>();
  ASSERT_NE(box, nullptr);
  EXPECT_TRUE(box->text().startsWith("Abort the running repetitions (7)?"))
      << box->text().toStdString();
}

TEST_F(RunPageTest, TheEndIsReportedAndResumeIsOffered) {
  run();
  commit(0, 0, Verdict::kValid);
  open();
  ASSERT_TRUE(waits([this] {
    return state().is_running() && page_->campaigns().rowCount() == 1 &&
           page_->campaigns().at(0).phase == RunState::kRunning;
  }));
  const QSignalSpy told(page_.get(), &Page::status_message);
  release_lock();
  ASSERT_TRUE(waits([this] { return !state().is_running(); }));
  EXPECT_TRUE(page_->action("resume")->isEnabled());
  EXPECT_FALSE(page_->action("pause")->isEnabled());
  ASSERT_TRUE(waits([&told] { return told.count() > 0; }));
  EXPECT_EQ(told[0][0].toString(), "quick has ended: 1 of 12 repetitions done.");
  const QSignalSpy wanted(page_.get(), &Page::show_requested);
  page_->action("results")->trigger();
  ASSERT_EQ(wanted.count(), 1);
  EXPECT_EQ(wanted[0][0].toString(), "results");
  EXPECT_EQ(wanted[0][1].toString(), directory_);
}

TEST_F(RunPageTest, AFinishedAttemptOpensItsRepetition) {
  run();
  commit(1, 2, Verdict::kValid);
  open();
  ASSERT_TRUE(waits([this] { return attempts() == 1; }));
  const QSignalSpy wanted(page_.get(), &Page::show_requested);
  for (QTableView* table : page_->findChildren<QTableView*>()) {
    if (table->accessibleName() != "Finished attempts") continue;
    table->selectRow(0);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
  }
  ASSERT_EQ(wanted.count(), 1);
  EXPECT_EQ(wanted[0][0].toString(), "repetition");
  EXPECT_EQ(wanted[0][1].toString().toStdString(),
            directory_.toStdString() + "|" + campaign_->plan().cases(1).id() + "|2");
}

// A campaign outside the folder runs on while the window is killed, which stores nothing at its
// end.
TEST_F(RunPageTest, TheQueueWaitsForACampaignOfAKilledWindow) {
  directory_ = home_.path() + "/elsewhere/quick";
  run();
  open();
  page_->watch(directory_);
  ASSERT_TRUE(waits([this] { return page_->campaigns().rowCount() == 1; }));
  page_->start(places_.configs + "/testsets/quickstart.yaml", RunPage::Dialog::kSkip);
  ASSERT_EQ(page_->queue().items().size(), 1);
  page_.reset();
  open();
  ASSERT_TRUE(waits([this] { return page_->campaigns().rowCount() == 1; }));
  EXPECT_EQ(page_->campaigns().at(0).directory, directory_);
  EXPECT_EQ(page_->queue().items()[0].state, QueueItem::State::kWaiting);
  EXPECT_EQ(page_->problem(), "");
}

// The same for a campaign of the queue.
TEST_F(RunPageTest, TheQueueFindsItsRunningCampaignAnywhere) {
  directory_ = home_.path() + "/elsewhere/quick";
  run();
  {
    CampaignQueue queue(CampaignQueue::file_in(places_));
    queue.add({"/sets/quick.yaml", directory_, 0, {}});
    queue.set_state(0, QueueItem::State::kRunning);
  }
  open();
  ASSERT_TRUE(waits([this] { return state().is_running(); }));
  EXPECT_EQ(page_->campaigns().at(0).directory, directory_);
}

TEST_F(RunPageTest, ARecordingIsNotResumed) {
  run();
  release_lock();
  const std::string store = (to_path(directory_) / "campaign.db").string();
  Database(store, Database::Mode::kReadWrite)
      .prepare("UPDATE campaign SET test_set_file = 'recording'")
      .step();
  open();
  page_->watch(directory_);
  ASSERT_TRUE(waits([this] { return state().total() == 12; }));
  EXPECT_FALSE(page_->action("resume")->isEnabled());
  ASSERT_TRUE(waits([this] { return page_->campaigns().rowCount() == 1; }));
  EXPECT_EQ(page_->campaigns().index(0, CampaignsModel::kState).data().toString(),
            "recording without a result");
}

TEST_F(RunPageTest, ADamagedCampaignIsNamedWithItsReason) {
  run();
  release_lock();
  std::filesystem::resize_file(to_path(directory_) / "campaign.db", 100);
  std::filesystem::remove(to_path(directory_) / "campaign.db-wal");
  open();
  page_->watch(directory_);
  const auto message = [this] {
    for (const QLabel* label : page_->live_view().findChildren<QLabel*>())
      if (label->accessibleName() == "What went wrong" && label->isVisible()) return label->text();
    return QString();
  };
  ASSERT_TRUE(waits([&] { return !message().isEmpty(); }));
  EXPECT_TRUE(message().contains("campaign.db")) << message().toStdString();
}

// The program is not in the folder of the test, so the start fails and the page names the missing
// program.
TEST_F(RunPageTest, AFailedStartShowsWhatToDo) {
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", "/nowhere");
  open();
  qputenv("PATH", path);
  page_->start(places_.configs + "/testsets/quickstart.yaml", RunPage::Dialog::kSkip);
  ASSERT_TRUE(waits([this] { return !page_->problem().isEmpty(); }));
  EXPECT_TRUE(page_->problem().contains("seawind")) << page_->problem().toStdString();
  EXPECT_TRUE(page_->problem().contains("Install")) << page_->problem().toStdString();
  ASSERT_EQ(page_->queue().items().size(), 1);  // it can be tried again
  EXPECT_EQ(page_->queue().items()[0].state, QueueItem::State::kFailed);
}

TEST_F(RunPageTest, ATestSetWaitsWhileACampaignRuns) {
  run();
  open();
  ASSERT_TRUE(waits([this] { return page_->campaigns().rowCount() == 1; }));
  page_->start(places_.configs + "/testsets/quickstart.yaml", RunPage::Dialog::kSkip);
  ASSERT_EQ(page_->queue().items().size(), 1);
  EXPECT_EQ(page_->queue().items()[0].state, QueueItem::State::kWaiting);
  page_.reset();
  open();
  EXPECT_EQ(page_->queue().items().size(), 1);
}

TEST_F(RunPageTest, ASecondWindowStartsNothingBesideARunningCampaign) {
  run();
  const CampaignQueue of_the_first(CampaignQueue::file_in(places_));
  open();
  ASSERT_TRUE(waits([this] { return page_->campaigns().rowCount() == 1; }));
  page_->start(places_.configs + "/testsets/quickstart.yaml", RunPage::Dialog::kSkip);
  EXPECT_TRUE(page_->problem().contains("another window")) << page_->problem().toStdString();
  EXPECT_EQ(page_->queue().items().size(), 0);
}

TEST_F(RunPageTest, TheDialogTakesTheNumbersOfTheCommandLine) {
  open();
  page_->start(places_.configs + "/testsets/quickstart.yaml");
  const auto* dialog = page_->findChild<StartDialog*>();
  ASSERT_NE(dialog, nullptr);
  QComboBox* parallel = nullptr;
  for (auto* box : dialog->findChildren<QComboBox*>())
    if (box->isEditable()) parallel = box;
  ASSERT_NE(parallel, nullptr);
  const auto problem = [&](const char* text) {
    parallel->setEditText(text);
    for (const QLabel* label : dialog->findChildren<QLabel*>())
      if (label->accessibleName() == "What is wrong") return label->text();
    return QString();
  };
  EXPECT_EQ(problem("1000"), "");
  EXPECT_EQ(problem(" auto "), "");
  for (const char* wrong : {"0", "1001", "+4", "four"})
    EXPECT_EQ(
        problem(wrong),
        QString("At the same time: '%1' is neither auto nor a number from 1 to 1000.").arg(wrong));
}

// The dialog says what the start will do.
TEST_F(RunPageTest, BesideAHeldQueueATestSetStartsAtOnce) {
  {
    CampaignQueue queue(CampaignQueue::file_in(places_));
    queue.add({"/sets/quick.yaml", directory_, 0, {}});
    queue.set_held(true);
  }
  open();
  const auto starts_at_once = [this] {
    page_->start(places_.configs + "/testsets/quickstart.yaml");
    const std::unique_ptr<StartDialog> dialog(page_->findChild<StartDialog*>());
    for (const QPushButton* button : dialog->findChildren<QPushButton*>())
      if (button->text() == "&Start") return !dialog->start_now();
    return false;
  };
  EXPECT_TRUE(waits(starts_at_once));  // when the page has looked for running campaigns
}

}  // namespace
}  // namespace seawind::gui
