// SPDX-License-Identifier: GPL-3.0-or-later
// The live view with a source of known events: every value of an event appears at its place.
#include "gui/run/live_view.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "gui/run/change_panel.h"
#include "gui/run/link_plots.h"

namespace seawind::gui {
namespace {

constexpr int kReports = 300;  // 30 s

SlotState slot_two() {
  return {2, "e0/tail-drop-20/baseline/w1", 7, 1, "running", 30, 60, true};
}

CampaignState running_state() {
  CampaignState state;
  state.name = "quick";
  state.phase = RunState::kRunning;
  state.done = 12;
  state.failed = 1;
  state.pending = 11;
  state.invalid_attempts = 3;
  state.failed_attempts = 2;
  state.allowed = 4;
  state.elapsed_s = 100;
  state.remaining_s = 250;
  state.lateness_limit_ns = 1'000'000;
  state.worst_lateness_ns = 558'000;
  state.running_lateness_ns = 123'000;
  state.running = 1;
  state.slots_in_use = {slot_two()};
  return state;
}

LinkReport report(unsigned number) {
  LinkReport out;
  out.set_link_time_ns(number * 100'000'000LL);
  DirectionCounters& down = *out.mutable_downlink();
  down.set_delivered_packets(number);
  down.set_delivered_bytes(number * 800);
  down.set_delay_sum_ns(number * 450'000'000LL);
  down.set_router_bytes(number % 20 * 576);
  down.set_send_buffer_bytes(12'000);
  down.set_state(number % 100 < 70 ? "good" : "bad");
  out.mutable_uplink()->set_delivered_packets(number);
  out.mutable_uplink()->set_delivered_bytes(number * 40);
  if (number >= 150) {
    DropCount& drop = *down.add_drops();
    drop.set_reason("router_full");
    drop.set_packets(2);
  }
  down.add_router_classes()->set_marks(number >= 200 ? 1 : 0);
  out.mutable_fidelity()->set_releases(number + 1);
  out.mutable_fidelity()->set_lateness_p999_ns(200'000);
  out.mutable_fidelity()->set_lateness_max_ns(400'000);
  return out;
}

/// Emits what a test gives it.
class FakeSource : public LiveSource {
 public:
  void start() override {}
  void watch_link(int slot) override { watched = slot; }
  void change_link(int, const RequestedChange&) override {}
  void request(ControlRequest) override {}
  int watched = -1;
};

class LiveViewTest : public testing::Test {
 protected:
  LiveViewTest() {
    view_.resize(1200, 900);
    view_.show();
    view_.show_source(source_, "quick");
  }

  void show_campaign() {
    emit source_->state_changed(running_state());
    AttemptRow row;
    row.id = 1;
    row.test_case = "e0/tail-drop-20/baseline/w1";
    row.number = 3;
    row.verdict = Verdict::kInvalid;
    row.lateness = {0, 0, 2'000'000, 0};
    row.reason = "release lateness p99.9 2ms is beyond the limit 1ms";
    emit source_->attempts_finished({row});
  }

  void show_link() {
    show_campaign();
    view_.choose_slot(2);
    EXPECT_EQ(source_->watched, 2);
    emit source_->link_began(slot_two());
    emit source_->link_configured({R"(channel:
  states:
    - name: good
      dwell: 10s
    - name: bad
      dwell: {exponential: {mean: 2s}}
downlink:
  rate_base: 64kbit/s
  propagation_delay: 300ms
  states:
    bad: {error_probability: 0.6}
uplink:
  rate_base: 9kbit/s
  propagation_delay: {uniform: {min: 1ms, max: 2ms}}
)",
                                   "", "", 0, 0});
    for (int i = 0; i < kReports; ++i) {
      emit source_->link_reported(report(static_cast<unsigned>(i)));
      if (i == 100)
        emit source_->link_changed({10.0, "downlink.rate_base: 64kbit/s → 32kbit/s", {}});
    }
    view_.plots().refresh();
  }

  QString label(const QString& accessible_name) {
    for (const QLabel* one : view_.findChildren<QLabel*>())
      if (one->accessibleName() == accessible_name) return one->text();
    return "no such label";
  }

  QTemporaryDir home_;
  LiveView view_{Places{SEAWIND_SOURCE_DIR "/configs", home_.path() + "/own", home_.path()}};
  FakeSource* source_ = new FakeSource;  // owned by view_
};

TEST_F(LiveViewTest, TotalsSlotsAndAttemptsAppear) {
  show_campaign();
  const auto* bar = view_.findChild<QProgressBar*>();
  EXPECT_EQ(bar->value(), 13);
  EXPECT_EQ(bar->maximum(), 24);
  const QString summary = label("State of the campaign");
  EXPECT_TRUE(summary.startsWith("running, 12 of 24 done, 1 failed, about 4:10 left, until "))
      << summary.toStdString();
  EXPECT_TRUE(summary.contains(QRegularExpression("until (\\w+ )?\\d\\d:\\d\\d$")))
      << summary.toStdString();
  const QString verdicts = label("Verdicts so far");
  for (const char* part :
       {"12 done", "1 failed", "11 to come", "3 invalid", "2 failed", "Running: 1, at most 4"})
    EXPECT_TRUE(verdicts.contains(part)) << part << " in " << verdicts.toStdString();
  EXPECT_EQ(label("Release lateness so far"), "Lateness p99.9: now 123us, worst 558us, limit 1ms");
  ASSERT_EQ(view_.slots_model().rowCount(), 1);
  EXPECT_EQ(view_.slots_model().at(0), slot_two());
  ASSERT_EQ(view_.attempts().rowCount(), 1);
  EXPECT_EQ(view_.attempts().at(0).lateness->p999, 2'000'000);
}

TEST_F(LiveViewTest, TasksOfAClusterTakeThePlaceOfTheSlots) {
  CampaignState state = running_state();
  state.slots_in_use.clear();
  state.running = 5;
  state.tasks = {{.task = "1/1", .node = "n1", .state = "running", .running = 5, .done = 12},
                 {.task = "1/2", .state = "waiting", .why = "Resources"}};
  const QTableView* slots_table = nullptr;
  for (const QTableView* table : view_.findChildren<QTableView*>())
    if (table->accessibleName().startsWith("Slots")) slots_table = table;
  ASSERT_NE(slots_table, nullptr);
  emit source_->state_changed(state);
  EXPECT_FALSE(slots_table->isVisibleTo(&view_));
  const TasksModel& tasks = view_.tasks_model();
  ASSERT_EQ(tasks.rowCount(), 2);
  const auto cell = [&](int row, int column) { return tasks.index(row, column).data().toString(); };
  EXPECT_EQ(cell(0, TasksModel::kNode), "n1");
  EXPECT_EQ(cell(0, TasksModel::kDone), "12");
  EXPECT_EQ(cell(1, TasksModel::kState), "waiting");
  EXPECT_EQ(cell(1, TasksModel::kWhy), "Resources");
  EXPECT_EQ(label("The repetition that is shown"), "The links are on the nodes of the cluster.");
  state.tasks.clear();
  emit source_->state_changed(state);
  EXPECT_TRUE(slots_table->isVisibleTo(&view_));
}

TEST_F(LiveViewTest, PlotsHaveThePointsOfTheStream) {
  show_link();
  LinkPlots& plots = view_.plots();
  EXPECT_EQ(plots.graph(LiveValue::kRouterDown).dataCount(), kReports);
  EXPECT_EQ(plots.graph(LiveValue::kThroughputDown).dataCount(), kReports - 1);
  const auto queue = plots.graph(LiveValue::kRouterDown).data();
  for (int i = 0; i < kReports; ++i) {
    ASSERT_EQ(queue->at(i)->key, i / 10.0);
    ASSERT_EQ(queue->at(i)->value, (i % 20) * 576);
  }
  const auto last = [&plots](LiveValue value) {
    return (plots.graph(value).data()->constEnd() - 1)->value;
  };
  EXPECT_NEAR(last(LiveValue::kThroughputDown), 64, 1e-6);  // 8000 B/s
  EXPECT_NEAR(last(LiveValue::kThroughputUp), 3.2, 1e-6);
  EXPECT_NEAR(last(LiveValue::kDelayDown), 450, 1e-6);
  EXPECT_NEAR(last(LiveValue::kLatenessP999), 0.2, 1e-9);
  EXPECT_EQ(plots.mark_count(LinkHistory::Event::Kind::kDrop), 1);
  EXPECT_EQ(plots.mark_count(LinkHistory::Event::Kind::kMark), 1);
  EXPECT_EQ(plots.mark_count(LinkHistory::Event::Kind::kChange), 1);
  EXPECT_EQ(view_.history().state_names(), (QList<QString>{"good", "bad"}));
  // After a reset no value is added twice.
  plots.refresh();
  EXPECT_EQ(plots.graph(LiveValue::kRouterDown).dataCount(), kReports);
}

TEST_F(LiveViewTest, ScrollsUntilItIsHeld) {
  show_link();
  LinkPlots& plots = view_.plots();
  QCPAxis* axis = plots.view(LinkPlots::kThroughput).plot().xAxis;
  EXPECT_EQ(axis->range().upper, 30);  // all of a short run
  EXPECT_TRUE(plots.follows());
  plots.view(LinkPlots::kQueue).plot().xAxis->setRange(3, 5);  // any of them, by hand
  EXPECT_FALSE(plots.follows());
  EXPECT_EQ(plots.view(LinkPlots::kLink).plot().xAxis->range().lower, 3);  // linked
  plots.refresh();
  EXPECT_EQ(axis->range().lower, 3);
  view_.toggle_follow();
  EXPECT_EQ(axis->range().lower, 0);
}

TEST_F(LiveViewTest, TheCursorReadsOutWhatIsThere) {
  show_link();
  emit view_.plots().view(LinkPlots::kDelay).cursor_moved(15.04, 0);
  const QString text = view_.plots().read_out();
  for (const char* part : {"15.0 s", "64 / 3.2 kbit/s", "router 5760 / 0 B", "450 / ", "state good",
                           "2 router_full down"})
    EXPECT_TRUE(text.contains(part)) << part << " in " << text.toStdString();
}

TEST_F(LiveViewTest, AnotherRepetitionBeginsAnew) {
  show_link();
  SlotState next = slot_two();
  next.repetition = 8;
  emit source_->link_began(next);
  emit source_->link_reported(report(1));
  EXPECT_EQ(view_.history().series(LiveValue::kRouterDown).points().size(), 1U);
  EXPECT_TRUE(label("The repetition that is shown").contains("repetition 8"));
}

TEST_F(LiveViewTest, TheFirstLinkIsShownWithoutAClickAndAnotherOnlyOnOne) {
  CampaignState state = running_state();
  SlotState other = slot_two();
  other.slot = 5;
  state.slots_in_use = {slot_two(), other};
  emit source_->state_changed(state);
  EXPECT_EQ(source_->watched, 2);
  state.slots_in_use = {other};  // fewer slots are in use now
  emit source_->state_changed(state);
  EXPECT_EQ(source_->watched, 5);
  state.slots_in_use = {slot_two(), other};
  emit source_->state_changed(state);
  EXPECT_EQ(source_->watched, 5);
  for (auto* table : view_.findChildren<QTableView*>())
    if (table->model() == &view_.slots_model()) table->selectRow(0);
  EXPECT_EQ(source_->watched, 2);
  state.slots_in_use = {other};  // between two repetitions of the chosen slot
  emit source_->state_changed(state);
  EXPECT_EQ(source_->watched, 2);
}

TEST_F(LiveViewTest, AReasonIsInSightAndALateAttemptIsNotSaidToEnd) {
  CampaignState state = running_state();
  state.slots_in_use[0].elapsed_s = 85;
  state.slots_in_use[0].expected_s = 4;
  emit source_->state_changed(state);
  const auto text = [&](int column) {
    return view_.slots_model().index(0, column).data().toString().toStdString();
  };
  EXPECT_EQ(text(SlotsModel::kProgress), "1:25, expected 0:04");
  EXPECT_EQ(text(SlotsModel::kRemaining), "\u2013");
  show_campaign();
  for (auto* table : view_.findChildren<QTableView*>()) {
    if (table->accessibleName() != "Finished attempts") continue;
    const int right = table->columnViewportPosition(AttemptsModel::kReason) +
                      table->columnWidth(AttemptsModel::kReason);
    EXPECT_LT(right, 700);  // of a window of 1024 pixels
  }
}

// What was typed for one repetition is not applied to another.
TEST_F(LiveViewTest, ATypedChangeBelongsToItsRepetition) {
  show_link();
  auto* rate = view_.change_panel().findChild<QLineEdit*>("downlink.rate_base");
  rate->setText("32kbit/s");
  emit source_->link_began(slot_two());  // the same one, found again
  EXPECT_EQ(rate->text(), "32kbit/s");
  SlotState next = slot_two();
  next.repetition = 8;
  emit source_->link_began(next);
  EXPECT_EQ(rate->text(), "");
  EXPECT_TRUE(view_.change_panel().edit().empty());
  rate->setText("16kbit/s");
  view_.show_source(new FakeSource, "another");
  EXPECT_EQ(rate->text(), "");
}

TEST_F(LiveViewTest, TheChangePanelShowsTheLinkAndChecksWhatIsTyped) {
  show_link();
  ChangePanel& panel = view_.change_panel();
  auto* rate = panel.findChild<QLineEdit*>("downlink.rate_base");
  EXPECT_EQ(rate->placeholderText(), "64kbit/s");
  EXPECT_EQ(panel.findChild<QLineEdit*>("uplink.rate_base")->placeholderText(), "9kbit/s");
  EXPECT_EQ(panel.findChild<QLineEdit*>("uplink.propagation_delay")->placeholderText(),
            "{uniform: {min: 1ms, max: 2ms}}");
  auto* states = panel.findChild<QComboBox*>("state");
  ASSERT_EQ(states->count(), 3);
  states->setCurrentIndex(2);
  EXPECT_EQ(panel.findChild<QLineEdit*>("downlink.error_probability")->placeholderText(), "0.6");
  states->setCurrentIndex(0);
  rate->setText("32");
  EXPECT_TRUE(label("What is wrong with the change").contains("downlink.rate_base needs a unit"))
      << label("What is wrong with the change").toStdString();
  rate->setText("32kbit/s");
  EXPECT_EQ(label("What is wrong with the change"), "");
  ASSERT_EQ(panel.edit().set.size(), 1U);
  EXPECT_EQ(panel.edit().set[0].first, "downlink.rate_base");
  EXPECT_EQ(panel.edit().set[0].second, "32kbit/s");
}

TEST(ChangePanel, RequestsEveryFilledField) {
  const QTemporaryDir home;
  ChangePanel panel(Places{SEAWIND_SOURCE_DIR "/configs", home.path(), home.path()});
  panel.set_available(true);
  auto* button = panel.findChild<QPushButton*>();
  EXPECT_FALSE(button->isEnabled());  // nothing to change
  const QSignalSpy wanted(&panel, &ChangePanel::change_requested);
  panel.findChild<QLineEdit*>("uplink.error_probability")->setText("5%");
  panel.findChild<QLineEdit*>("other")->setText("downlink.max_packet_size=1500B; uplink.x=1");
  panel.findChild<QDoubleSpinBox*>("outage")->setValue(2.5);
  auto* profile = panel.findChild<QComboBox*>("profile");
  profile->setCurrentIndex(profile->findText("umts"));
  ASSERT_TRUE(button->isEnabled());
  button->click();
  ASSERT_EQ(wanted.count(), 1);
  const auto edit = wanted[0][0].value<RequestedChange>();
  EXPECT_EQ(edit.profile, "umts");
  EXPECT_EQ(edit.outage, std::chrono::milliseconds(2500));
  EXPECT_EQ(edit.outage_directions, LinkDirections::kBoth);
  const std::vector<std::pair<std::string, std::string>> expected{
      {"uplink.error_probability", "5%"}, {"downlink.max_packet_size", "1500B"}, {"uplink.x", "1"}};
  EXPECT_EQ(edit.set, expected);
  EXPECT_FALSE(button->isEnabled());  // until the answer
  panel.add_entry({-1, {}, "uplink.x: no such parameter"});
  EXPECT_TRUE(button->isEnabled());  // the text is kept for correction
  panel.add_entry({12.5, "uplink.error_probability: 0 → 0.05", {}});
  EXPECT_TRUE(panel.edit().empty());
}

}  // namespace
}  // namespace seawind::gui
