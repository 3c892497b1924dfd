// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/document/checker.h"
#include "gui/testset/axis_model.h"
#include "gui/testset/cases_view.h"
#include "gui/testset/runs_model.h"
#include "gui/testset/timeline_model.h"
#include "tests/gui/testset/test_places.h"

namespace seawind::gui {
namespace {

constexpr const char* kFourCases =
    "repetitions: 3\n"
    "seed: 2001\n"
    "parallel: 4\n"
    "mtu: 576B\n"
    "matrix:\n"
    "  link: [e0, r4]\n"
    "  router: tail-drop-20\n"
    "  tcp: [baseline, enhanced]\n"
    "  workload: w1\n";

class ModelsTest : public testing::Test {
 protected:
  ModelsTest()
      : document_(Kind::kTestSet, files_.places()),
        checker_(document_, files_.places()),
        matrix_(document_),
        planner_(document_, checker_, files_.places()) {}

  void load(const QString& text) { document_.reset(text); }
  [[nodiscard]] bool wait_for_plan() {
    return QTest::qWaitFor([&] { return planner_.is_current() && planner_.planned()->plan; });
  }
  static void press(AxisModel& model, int row, Qt::CheckState state) {
    EXPECT_TRUE(model.setData(model.index(row), state, Qt::CheckStateRole));
  }

  test::TestPlaces files_;
  YamlDocument document_;
  Checker checker_;
  Matrix matrix_;
  Planner planner_;
};

TEST_F(ModelsTest, AnAxisListsItsValuesThenTheOthers) {
  load(kFourCases);
  AxisModel links(matrix_, 0, files_.places());
  const QAbstractItemModelTester tester(&links);
  ASSERT_GT(links.rowCount(), 40);
  EXPECT_EQ(links.chosen(), 2);
  EXPECT_EQ(links.index(1).data().toString(), "r4");
  EXPECT_EQ(links.index(1).data(Qt::CheckStateRole).toInt(), Qt::Checked);
  EXPECT_EQ(links.index(2).data(Qt::CheckStateRole).toInt(), Qt::Unchecked);
  EXPECT_TRUE(links.index(0).data(Qt::ToolTipRole).toString().contains("GPRS-type link"));
  press(links, 2, Qt::Checked);
  EXPECT_EQ(links.chosen(), 3);
  press(links, 0, Qt::Unchecked);
  EXPECT_EQ(matrix_.references(0)[0], "r4");
  load("matrix: {link: nobody, tcp: baseline, workload: w1}\n");
  EXPECT_EQ(links.index(0).data().toString(), "nobody (no such file)");
}

TEST_F(ModelsTest, ValuesAreDraggedAndFilesDropped) {
  load(kFourCases);
  AxisModel links(matrix_, 0, files_.places());
  AxisModel tcps(matrix_, 2, files_.places());
  const QAbstractItemModelTester tester(&links);
  const std::unique_ptr<QMimeData> dragged(links.mimeData({links.index(1)}));
  ASSERT_TRUE(dragged);
  EXPECT_FALSE(tcps.canDropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {}));
  // The same axis of another document.
  YamlDocument other(Kind::kTestSet, files_.places());
  other.reset(kFourCases);
  Matrix others(other);
  AxisModel links_there(others, 0, files_.places());
  EXPECT_FALSE(links_there.canDropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {}));
  EXPECT_FALSE(links_there.dropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {}));
  EXPECT_EQ(other.text(), kFourCases);
  links.dropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {});
  EXPECT_EQ(matrix_.references(0), QStringList({"r4", "e0"}));
  EXPECT_EQ(links.mimeData({links.index(5)}), nullptr);  // not in the axis

  QMimeData files;
  files.setUrls({QUrl::fromLocalFile(files_.write("own/profiles/mine.yaml", "extends: e0\n")),
                 QUrl::fromLocalFile(files_.write("readme.txt", ""))});
  ASSERT_TRUE(links.canDropMimeData(&files, Qt::CopyAction, 1, 0, {}));
  EXPECT_TRUE(links.dropMimeData(&files, Qt::CopyAction, 1, 0, {}));
  EXPECT_EQ(matrix_.references(0), QStringList({"r4", "mine", "e0"}));
  EXPECT_FALSE(links.dropMimeData(&files, Qt::CopyAction, 1, 0, {}));  // it is there
}

TEST_F(ModelsTest, CasesAreTickedAndFiltered) {
  load(kFourCases);
  CasesView view(matrix_, planner_);
  const QAbstractItemModelTester tester(&view.model());
  ASSERT_EQ(view.model().rowCount(), 4);
  auto* shown = view.table().model();
  EXPECT_EQ(shown->index(3, CasesModel::kTcp).data().toString(), "enhanced");
  ASSERT_TRUE(shown->setData(shown->index(3, 0), Qt::Unchecked, Qt::CheckStateRole));
  EXPECT_TRUE(document_.text().endsWith("exclude:\n  - {link: r4, tcp: enhanced}\n"))
      << document_.text().toStdString();
  EXPECT_EQ(shown->index(3, CasesModel::kExcludedBy).data().toString(),
            "entry 1: link r4, tcp enhanced");

  view.expression().setText("link=e0 & tcp~ENH");
  EXPECT_EQ(shown->rowCount(), 1);
  view.exclude_button().click();
  EXPECT_EQ(matrix_.included(), 2);
  EXPECT_EQ(matrix_.entry_text(1), "tcp enhanced");  // as general as it may be
  view.expression().setText("link=");
  EXPECT_EQ(view.error(), "At character 6: expected a value after `=`.");
  EXPECT_FALSE(view.exclude_button().isEnabled());
  EXPECT_EQ(shown->rowCount(), 1);  // as it was
  view.expression().setText("excluded");
  EXPECT_EQ(view.error(), "");
  EXPECT_EQ(shown->rowCount(), 2);
  view.include_button().click();
  EXPECT_EQ(matrix_.included(), 4);
  EXPECT_EQ(document_.text(), kFourCases);
  view.expression().setText("link=e0");
  view.only_button().click();
  EXPECT_TRUE(document_.text().endsWith("exclude:\n  - {link: r4}\n"));
  for (int step = 0; step < 4; ++step) document_.undo_stack().undo();
  EXPECT_EQ(document_.text(), kFourCases);

  view.expression().clear();
  view.show();
  view.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
  view.table().selectRow(0);
  view.table().setFocus();
  QTest::keyClick(&view.table(), Qt::Key_Delete);
  EXPECT_EQ(matrix_.excluded_by(0), 0);
}

TEST_F(ModelsTest, ThePlanFollowsTheText) {
  RunsModel runs(planner_);
  StartsModel starts(planner_);
  CasesModel cases(matrix_, planner_);
  const QAbstractItemModelTester runs_tester(&runs);
  const QAbstractItemModelTester starts_tester(&starts);
  load(kFourCases);
  ASSERT_TRUE(wait_for_plan());
  ASSERT_EQ(runs.rowCount(), 12);
  // Repetition by repetition over all cases.
  EXPECT_EQ(runs.index(3, RunsModel::kCase).data().toString(), "r4/tail-drop-20/enhanced/w1");
  EXPECT_EQ(runs.index(4, RunsModel::kRepetition).data().toInt(), 1);
  EXPECT_EQ(runs.index(4, RunsModel::kStarts).data().toString(), "competitor 12.000s");
  EXPECT_EQ(runs.index(0, RunsModel::kSeed).data().toString(), "138117634135140428");
  ASSERT_EQ(starts.rowCount(), 3);
  EXPECT_EQ(starts.index(2, StartsModel::kStart).data().toString(), "0s to 36s, evenly");
  EXPECT_EQ(starts.index(2, StartsModel::kTraffic).data().toString(), "bulk_tcp");
  EXPECT_EQ(cases.index(0, CasesModel::kExpected).data().toString(), "1min 37s");
  EXPECT_EQ(planner_.planned()->estimate.runs, 12);
  EXPECT_TRUE(planner_.planned()->free);

  document_.set("repetitions", "5");
  ASSERT_TRUE(QTest::qWaitFor([&] { return runs.rowCount() == 20; }));
  document_.set("repetitions", "none");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !planner_.planned()->plan; }));
  EXPECT_EQ(runs.rowCount(), 0);
  EXPECT_EQ(starts.rowCount(), 0);
}

TEST_F(ModelsTest, TheTimelineInWords) {
  load(test::TestPlaces::read(files_.places().configs + "/testsets/handover-mobile-ip.yaml"));
  TimelineModel model(document_);
  const QAbstractItemModelTester tester(&model);
  ASSERT_EQ(model.rowCount(), 12);
  const auto what = [&](int row) {
    return model.index(row, TimelineModel::kWhat).data().toString();
  };
  EXPECT_EQ(model.index(3, TimelineModel::kAt).data().toString(), "60.2s");
  EXPECT_EQ(what(0), "outage 13s (downlink, discards)");
  EXPECT_EQ(what(1), "link becomes lan");
  EXPECT_EQ(what(2), "outage 200ms (downlink); outage 200ms (uplink, discards)");
  load(
      "timeline:\n"
      "  - at: 20s\n"
      "    change: {downlink: {rate_base: 10kbit/s, states: {bad: {rate_base: 4kbit/s}}}}\n"
      "    router: tail-drop-80\n"
      "    notify: [{flow: media, text: handover}]\n"
      "  - {}\n");
  EXPECT_EQ(
      what(0),
      "downlink rate_base 10kbit/s, states.bad.rate_base 4kbit/s; router becomes tail-drop-80; "
      "media receives \"handover\"");
  EXPECT_EQ(what(1), "nothing yet");
}

TEST_F(ModelsTest, TimelineEntriesAreMadeMovedAndSorted) {
  load(kFourCases);
  TimelineModel model(document_);
  const QAbstractItemModelTester tester(&model);
  EXPECT_EQ(model.add(), 0);
  EXPECT_TRUE(document_.text().contains("timeline:\n  - {at: 30s}\n"))
      << document_.text().toStdString();
  EXPECT_EQ(model.add(), 1);
  document_.set("timeline[1].link", "lan");
  EXPECT_EQ(document_.scalar("timeline[1].at"), "40s");
  EXPECT_EQ(model.duplicate(1), 2);
  EXPECT_EQ(document_.scalar("timeline[2].link"), "lan");
  document_.set("timeline[2].at", "10s");
  EXPECT_FALSE(model.is_sorted());
  EXPECT_TRUE(model.sort_by_time());
  EXPECT_EQ(document_.scalar("timeline[0].at"), "10s");
  EXPECT_EQ(document_.scalar("timeline[2].at"), "40s");
  EXPECT_FALSE(model.sort_by_time());
  EXPECT_EQ(model.move(0, 1), 1);
  EXPECT_EQ(document_.scalar("timeline[0].at"), "30s");
  EXPECT_EQ(model.move(0, -1), -1);
  EXPECT_EQ(model.remove(2), 1);
  EXPECT_EQ(model.remove(1), 0);
  EXPECT_EQ(model.remove(0), -1);
  EXPECT_EQ(document_.text(), kFourCases);
}

}  // namespace
}  // namespace seawind::gui
