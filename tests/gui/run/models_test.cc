// SPDX-License-Identifier: GPL-3.0-or-later
// The models of the run page: their content, and that an update changes only the rows that differ.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <random>

#include "gui/run/attempts_model.h"
#include "gui/run/campaigns_model.h"
#include "gui/run/slots_model.h"

namespace seawind::gui {
namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

QString text(const QAbstractItemModel& model, int row, int column) {
  return model.index(row, column).data().toString();
}

AttemptRow attempt(int id, Verdict verdict = Verdict::kValid) {
  AttemptRow row;
  row.id = id;
  row.test_case = "e0/w1";
  row.number = id % 7;
  row.attempt = 2;
  row.verdict = verdict;
  row.lateness = {40'000, 90'000, 558'000, 1'250'000};
  row.ended_unix_ns = 75'000'000'000;
  return row;
}

TEST(AttemptsModel, ShowsEveryValueOfAnAttempt) {
  AttemptsModel model;
  const QAbstractItemModelTester tester(&model, kFatal);
  AttemptRow lost = attempt(2, Verdict::kFailed);
  lost.lateness.reset();
  lost.reason = "test bed lost: seawindd was killed by signal 9";
  model.append({attempt(1), lost});
  const char* const expected[] = {"e0/w1", "1",    "2",     "valid",  "",
                                  "40us",  "90us", "558us", "1.25ms", "1:15"};
  for (int column = 0; column < model.columnCount(); ++column)
    EXPECT_EQ(text(model, 0, column), expected[column]) << column;
  EXPECT_EQ(text(model, 1, AttemptsModel::kVerdict), "failed");
  EXPECT_EQ(text(model, 1, AttemptsModel::kP999), QString::fromUtf8("–"));
  EXPECT_EQ(text(model, 1, AttemptsModel::kReason).toStdString(), lost.reason);
  EXPECT_EQ(model.index(0, AttemptsModel::kP999).data(AttemptsModel::kSortRole).toLongLong(),
            558'000);
}

TEST(AttemptsModel, GrowsByWhatIsNew) {
  AttemptsModel model;
  const QAbstractItemModelTester tester(&model, kFatal);
  const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
  const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
  const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  for (int batch = 0; batch < 10; ++batch) {
    QList<AttemptRow> rows;
    for (int i = 0; i < 1000; ++i) rows << attempt(batch * 1000 + i);
    model.append(rows);
  }
  model.append({});
  EXPECT_EQ(model.rowCount(), 10'000);
  EXPECT_EQ(inserted.count(), 10);
  EXPECT_EQ(inserted[3][1].toInt(), 3000);
  EXPECT_EQ(inserted[3][2].toInt(), 3999);
  EXPECT_EQ(reset.count(), 0);
  EXPECT_EQ(changed.count(), 0);
  model.clear();
  EXPECT_EQ(model.rowCount(), 0);
}

SlotState slot(int number, int repetition, double elapsed) {
  return {number, "e0/w1", repetition, 1, "running", elapsed, 60, true};
}

TEST(SlotsModel, ShowsHowFarASlotIs) {
  SlotsModel model;
  const QAbstractItemModelTester tester(&model, kFatal);
  SlotState unknown = slot(3, 8, 20);
  unknown.expected_s = -1;
  model.set({slot(1, 4, 15), unknown});
  const char* const expected[] = {"1", "e0/w1", "4", "1", "running", "0:15 of 1:00", "0:45"};
  for (int column = 0; column < SlotsModel::kRemaining + 1; ++column)
    EXPECT_EQ(text(model, 0, column), expected[column]) << column;
  EXPECT_EQ(model.index(0, 0).data(SlotsModel::kPercentRole).toInt(), 25);
  EXPECT_EQ(model.index(1, 0).data(SlotsModel::kPercentRole).toInt(), -1);
  EXPECT_EQ(text(model, 1, SlotsModel::kProgress), "0:20");
  EXPECT_EQ(text(model, 1, SlotsModel::kRemaining), QString::fromUtf8("–"));
}

TEST(SlotsModel, KeepsRowsThatStay) {
  SlotsModel model;
  const QAbstractItemModelTester tester(&model, kFatal);
  model.set({slot(0, 0, 1), slot(2, 1, 1), slot(5, 2, 1)});
  const QPersistentModelIndex five = model.index(2, 0);
  model.set({slot(0, 0, 1), slot(1, 9, 1), slot(5, 2, 2)});
  EXPECT_EQ(five.row(), 2);
  EXPECT_EQ(model.row_of(5), 2);
  EXPECT_EQ(model.row_of(2), -1);
  EXPECT_EQ(model.at(1).repetition, 9);
  const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  model.set({slot(0, 0, 1), slot(1, 9, 1), slot(5, 2, 3)});
  ASSERT_EQ(changed.count(), 1);
  EXPECT_EQ(changed[0][0].toModelIndex().row(), 2);
}

// Random lists against the list itself; the tester watches the signals. The other tables of the
// page have their rows from the same function.
TEST(CampaignsModel, FollowsAnyList) {
  CampaignsModel model;
  const QAbstractItemModelTester tester(&model, kFatal);
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    QList<CampaignEntry> list;
    for (int i = 0; i < 8; ++i)
      if (random() % 2 == 0) {
        CampaignEntry entry;
        entry.directory = QString("/c/%1").arg(i);
        entry.done = static_cast<int>(random() % 3);
        list << entry;
      }
    std::shuffle(list.begin(), list.end(), random);
    model.set(list);
    ASSERT_EQ(model.rowCount(), list.size());
    for (int row = 0; row < list.size(); ++row) ASSERT_EQ(model.at(row), list[row]);
  }
}

TEST(CampaignsModel, ShowsTheStateOfACampaign) {
  CampaignsModel model;
  model.set({
      {.directory = "/c/a", .name = "a", .phase = RunState::kPaused, .done = 3, .total = 12},
      {.directory = "/c/b", .name = "b", .done = 11, .failed = 1, .total = 12},
      {.directory = "/c/c", .name = "c", .problem = "no store"},
      {.directory = "/c/d", .name = "d", .done = 3, .total = 12},
      {.directory = "/c/e", .name = "e", .done = 1, .total = 1, .recording = true},
  });
  EXPECT_EQ(text(model, 0, 1), "paused, 3 of 12 done");
  EXPECT_EQ(text(model, 1, 1), "complete, 11 of 12 done, 1 failed");
  EXPECT_EQ(text(model, 2, 1), "damaged");
  EXPECT_EQ(text(model, 3, 1), "unfinished, 3 of 12 done");
  EXPECT_EQ(text(model, 4, 1), "recording");
  EXPECT_EQ(text(model, 3, CampaignsModel::kBoth), "d\nunfinished, 3 of 12 done");
}

}  // namespace
}  // namespace seawind::gui
