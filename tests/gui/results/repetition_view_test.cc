// SPDX-License-Identifier: GPL-3.0-or-later
// One repetition: its graphs, its packets in Wireshark, its logs, its exports.
#include "gui/results/repetition_view.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <QSignalSpy>
#include <QTest>
#include <csignal>
#include <cstring>

#include "common/error.h"
#include "common/event_log.h"
#include "gui/places.h"
#include "gui/results/export_dialog.h"
#include "gui/results/wireshark.h"
#include "tests/controller/export/export_log.h"
#include "tests/gui/results/synthetic_campaign.h"
#include "tests/support/temp_tree.h"

namespace seawind::gui {
namespace {

using test::make_campaign;
using test::no_progress;
using test::synthetic_case;
using testing::ElementsAre;
using testing::HasSubstr;

class RepetitionViewTest : public testing::Test {
 protected:
  const TimelineSeries* series(const RepetitionTimeline& timeline, SequenceEvent::Kind kind) {
    for (const auto& one : timeline.series)
      if (one.kind == kind) return &one;
    return nullptr;
  }
  test::TempTree tree;
  QString directory = to_text(make_campaign(tree.root() / "c", {.repetitions = 2}));
};

using What = SequenceEvent::Kind;

TEST_F(RepetitionViewTest, TheLogGivesEveryPointWithItsPacket) {
  const auto timeline = read_repetition_timeline(directory, synthetic_case(2), 1, {}, no_progress);
  EXPECT_EQ(timeline->flow, 0);
  EXPECT_THAT(timeline->states, ElementsAre("good", "bad"));
  const TimelineSeries* sent = series(*timeline, What::kNew);
  ASSERT_NE(sent, nullptr);
  EXPECT_EQ(sent->points->size(), 5U);  // SYN, three segments, FIN
  EXPECT_EQ(sent->points->x(1), 1.0);
  const TimelineSeries* dropped = series(*timeline, What::kDropped);
  ASSERT_NE(dropped, nullptr);
  ASSERT_EQ(dropped->points->size(), 1U);
  EXPECT_EQ(dropped->points->x(0), 1.15);
  // The packet that was dropped is the third point that was sent.
  EXPECT_EQ(dropped->packet_at(1.15, dropped->points->y(0)), sent->packets[2]);
  EXPECT_FALSE(dropped->packet_at(1.16, dropped->points->y(0)));
  ASSERT_EQ(timeline->spans.size(), 2U);
  EXPECT_EQ(timeline->spans[0].state, 0);
  EXPECT_EQ(timeline->spans[1].from, 1.05);
  EXPECT_NEAR(timeline->end, 3.7, 1e-9);
}

TEST_F(RepetitionViewTest, ALogThatEndsInTheMiddleIsShownUpToThere) {
  const auto log = to_path(directory) / "attempts/000/000-1/events.zst";
  const LogHeader header = EventLogReader(log.string()).header();
  {
    EventLogWriter writer(log.string(), header);
    for (const auto& entry : test::export_log().entries()) {
      std::vector<std::byte> record(record_size(entry.snap.size()));
      EventRecord event = entry.event;
      event.snap_bytes = static_cast<std::uint16_t>(entry.snap.size());
      std::memcpy(record.data(), &event, sizeof event);
      if (!entry.snap.empty())
        std::memcpy(record.data() + sizeof event, entry.snap.data(), entry.snap.size());
      writer.write(record);
      writer.flush();
    }
    writer.close();
  }
  std::filesystem::resize_file(log, std::filesystem::file_size(log) * 3 / 4);
  const auto timeline = read_repetition_timeline(directory, synthetic_case(0), 0, {}, no_progress);
  EXPECT_TRUE(timeline->truncated);
  EXPECT_GT(timeline->end, 0.9);
  EXPECT_LT(timeline->end, 3);
}

TEST_F(RepetitionViewTest, BothGraphsShareTheirSecondsAndShowTheFlow) {
  RepetitionView view;
  view.resize(900, 600);
  view.show();
  QSignalSpy opened(&view, &RepetitionView::opened);
  view.open(directory, synthetic_case(2), 0);
  ASSERT_TRUE(opened.wait());
  EXPECT_EQ(view.flow(), "bulk1");
  view.sequence().plot().xAxis->setRange(1, 2);
  EXPECT_EQ(view.timeline().plot().xAxis->range(), QCPRange(1, 2));
  view.timeline().plot().xAxis->setRange(0, 3);
  EXPECT_EQ(view.sequence().plot().xAxis->range(), QCPRange(0, 3));
  view.open(directory, synthetic_case(2), 1, {.flow = "no such flow"});
  ASSERT_TRUE(opened.wait());
  EXPECT_EQ(view.flow(), "bulk1");  // the first, then
}

TEST_F(RepetitionViewTest, ThePacketUnderTheCursorIsKnown) {
  RepetitionView view;
  view.resize(900, 600);
  view.show();
  QSignalSpy opened(&view, &RepetitionView::opened);
  view.open(directory, synthetic_case(0), 0);
  ASSERT_TRUE(opened.wait());
  EXPECT_TRUE(view.wireshark_action()->isEnabled());
  const auto timeline = view.shown();
  const TimelineSeries* dropped = series(*timeline, What::kDropped);
  QCustomPlot& plot = view.sequence().plot();
  plot.replot();
  for (int g = 0; g < plot.graphCount(); ++g)
    if (plot.graph(g)->name() == "dropped")
      view.sequence().set_cursor(
          PlotView::Hit{plot.graph(g), dropped->points->x(0), dropped->points->y(0)});
  ASSERT_TRUE(view.packet());
  EXPECT_EQ(view.packet()->id, dropped->packets[0]);
  EXPECT_FALSE(view.packet()->outbound);
  EXPECT_TRUE(view.sequence().read_out().contains("packet"));
}

TEST_F(RepetitionViewTest, ACaptureIsMadeOnceAndNamesThePacketsFrame) {
  const auto timeline = read_repetition_timeline(directory, synthetic_case(0), 1, {}, no_progress);
  const TimelineSeries* sent = series(*timeline, What::kNew);
  const TimelineSeries* acked = series(*timeline, What::kAdvance);
  const Capture first =
      make_capture(directory, synthetic_case(0), 1, sent->packets[0], false, no_progress);
  EXPECT_EQ(first.frame, 1U);  // the SYN came in first
  const Capture acknowledged =
      make_capture(directory, synthetic_case(0), 1, acked->packets[0], true, no_progress);
  EXPECT_EQ(acknowledged.file, first.file);
  EXPECT_GT(acknowledged.frame, 3U);
  EXPECT_EQ(make_capture(directory, synthetic_case(0), 1, 4711, false, no_progress).frame, 0U);
  EXPECT_EQ(wireshark_arguments(first), (QStringList{"-r", first.file, "-g", "1"}));
  EXPECT_TRUE(first.file.endsWith("-001.pcapng"));
  // The capture is made once; an existing one is used.
  QFile file(first.file);
  const auto made = QFileInfo(file).lastModified();
  make_capture(directory, synthetic_case(0), 1, 1, false, no_progress);
  EXPECT_EQ(QFileInfo(first.file).lastModified(), made);
}

TEST_F(RepetitionViewTest, WithoutWiresharkTheFileIsOffered) {
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", "/nonexistent");
  QString error;
  EXPECT_FALSE(open_in_wireshark({"/tmp/x.pcapng", 7}, error));
  qputenv("PATH", path);
  EXPECT_THAT(error.toStdString(), HasSubstr("not installed"));
  EXPECT_THAT(error.toStdString(), HasSubstr("/tmp/x.pcapng"));
  EXPECT_THAT(error.toStdString(), HasSubstr("frame 7"));
}

TEST_F(RepetitionViewTest, WiresharkIsStartedAtTheFrame) {
  const auto folder = tree.write(
      "bin/wireshark", "#!/bin/sh\necho \"$@\" > \"$0.new\"; mv \"$0.new\" \"$0.said\"\n");
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  const QByteArray path = qgetenv("PATH");
  qputenv("PATH", QByteArray::fromStdString(folder.parent_path().string()) + ":" + path);
  QString error;
  EXPECT_TRUE(open_in_wireshark({"/tmp/x.pcapng", 7}, error)) << error.toStdString();
  qputenv("PATH", path);
  QFile said(to_text(folder) + ".said");
  ASSERT_TRUE(QTest::qWaitFor([&] { return said.exists(); }));
  ASSERT_TRUE(said.open(QIODevice::ReadOnly));
  EXPECT_EQ(said.readAll(), "-r /tmp/x.pcapng -g 7\n");
}

TEST_F(RepetitionViewTest, LogsAreThoseOfTheRepetitionAndItsSlot) {
  const LogFiles logs = find_logs(directory, synthetic_case(1), 0);
  QStringList names;
  for (const QString& file : logs.files) names << QFileInfo(file).fileName();
  EXPECT_THAT(names, ElementsAre("events.zst", "verdict.json", "agent-1-fixed.log"));
  const QString folder = to_text(tree.root());
  const QString made = collect_logs(logs, folder, "logs-of-it", no_progress);
  EXPECT_EQ(QDir(made).entryList(QDir::Files).size(), 3);
  EXPECT_THROW(collect_logs(logs, folder, "logs-of-it", no_progress), Error);  // there already
  const auto cancel = [](std::uint64_t done, std::uint64_t) {
    if (done > 0) throw Task::Cancelled{};
  };
  EXPECT_THROW(collect_logs(logs, folder, "other", cancel), Task::Cancelled);
  // A file that was exchanged since.
  ASSERT_TRUE(QFile::rename(logs.files[0], logs.files[0] + ".moved"));
  ASSERT_TRUE(QFile::link(logs.files[0] + ".moved", logs.files[0]));
  EXPECT_THROW(collect_logs(logs, folder, "other", no_progress), Error);
  EXPECT_TRUE(QDir(folder).entryList({"other*"}, QDir::AllEntries).isEmpty());
}

TEST_F(RepetitionViewTest, ExportWritesWhatWasChosen) {
  ExportDialog dialog(directory, {synthetic_case(0)}, synthetic_case(1), 1);
  dialog.set_folder(to_text(tree.root() / "out"));
  dialog.repetition_button().setChecked(true);
  dialog.choose_format("pcapng");
  dialog.choose_format("csv");
  dialog.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !dialog.task().is_running(); }));
  EXPECT_THAT(dialog.message().toStdString(), HasSubstr("3 file"));
  const QString out = to_text(tree.root() / "out");
  EXPECT_THAT(QDir(out + "/pcapng").entryList(QDir::Files),
              ElementsAre("e0,tail-drop-20,enhanced,w1-001.pcapng"));
  EXPECT_THAT(QDir(out + "/csv").entryList(QDir::Files), ElementsAre("long.csv", "wide.csv"));
}

TEST_F(RepetitionViewTest, ACancelledOrFailedExportLeavesNothingHalfWritten) {
  const ExportOrder order{directory,
                          {.repetitions = {{synthetic_case(0), 0}}},
                          {"pcapng", "flent", "xplot", "csv"},
                          to_text(tree.root() / "out")};
  for (const char* format : {"pcapng", "flent", "xplot", "csv", "mahimahi-log"}) {
    ExportOrder one = order;
    one.formats = {format};
    const auto cancel = [](std::uint64_t, std::uint64_t) { throw Task::Cancelled{}; };
    EXPECT_THROW(run_export(one, cancel), Task::Cancelled) << format;
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{40, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    EXPECT_THROW(run_export(one, no_progress), Error) << format;  // as when the disk is full
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tree.root() / "out"))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 0);
}

TEST(TaskTest, StartDiscardsThePreviousResultAndCancelEndsTheWork) {
  std::atomic<int> old_calls = 0;
  std::vector<int> shown;
  Task task;
  QSignalSpy ended(&task, &Task::ended);
  QSignalSpy cancelled(&task, &Task::cancelled);
  task.start([&](const Task::Report& report) -> std::function<void()> {
    for (;;) {
      ++old_calls;
      report(0, 1);
      QThread::yieldCurrentThread();
    }
  });
  ASSERT_TRUE(QTest::qWaitFor([&] { return old_calls > 0; }));
  task.start([&](const Task::Report&) { return [&] { shown.push_back(2); }; });
  ASSERT_TRUE(QTest::qWaitFor([&] { return !shown.empty(); }));
  EXPECT_THAT(shown, ElementsAre(2));
  EXPECT_FALSE(task.is_running());
  task.start([&](const Task::Report& report) -> std::function<void()> {
    for (;;) report(1, 2);
  });
  EXPECT_EQ(cancelled.count(), 0);
  task.cancel();
  EXPECT_FALSE(task.is_running());
  EXPECT_EQ(cancelled.count(), 1);
  EXPECT_EQ(ended.count(), 2);
}

TEST(TaskTest, AnErrorIsSaid) {
  Task task;
  QSignalSpy failed(&task, &Task::failed);
  task.start([](const Task::Report&) -> std::function<void()> { throw Error("no such thing"); });
  ASSERT_TRUE(failed.wait());
  EXPECT_EQ(failed[0][0].toString(), "no such thing");
  EXPECT_FALSE(task.is_running());
}

}  // namespace
}  // namespace seawind::gui
