// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/places.h"
#include "gui/results/compare_tables.h"
#include "gui/results/filter_panel.h"
#include "gui/results/metric_table.h"
#include "gui/results/repetition_model.h"
#include "gui/run/campaigns_model.h"
#include "tests/gui/results/synthetic_campaign.h"
#include "tests/support/temp_tree.h"

namespace seawind::gui {
namespace {

using test::make_campaign;
using test::SyntheticCampaign;
using test::TempTree;
using Mode = QAbstractItemModelTester::FailureReportingMode;

void no_report(std::uint64_t, std::uint64_t) {}

CampaignPtr read(const std::filesystem::path& directory) {
  return read_campaign(to_text(directory), no_report);
}

TEST(Models, RepetitionsAreListedWithStateVerdictAndReason) {
  const TempTree tree;
  const auto data = read(make_campaign(tree.root() / "c", {.pending = 2, .failed = true}));
  RepetitionModel model;
  const QAbstractItemModelTester tester(&model, Mode::Fatal);
  model.set_campaign(data);
  ASSERT_EQ(model.rowCount(), 24);
  const auto text = [&](int row, RepetitionModel::Column column) {
    return model.index(row, column).data().toString().toStdString();
  };
  EXPECT_EQ(text(0, RepetitionModel::kCase), "e0/tail-drop-20/baseline/w1");
  EXPECT_EQ(text(0, RepetitionModel::kVerdict), "valid");
  EXPECT_EQ(text(0, RepetitionModel::kLateness), "180us");
  EXPECT_EQ(text(0, RepetitionModel::kDuration), "41.5 s");
  EXPECT_EQ(text(1, RepetitionModel::kState), "failed");
  EXPECT_EQ(text(1, RepetitionModel::kVerdict), "invalid");
  EXPECT_EQ(text(1, RepetitionModel::kReason), "lateness p99.9 2.1ms > 1ms");
  EXPECT_EQ(text(23, RepetitionModel::kState), "pending");
  EXPECT_EQ(text(23, RepetitionModel::kVerdict), "");
  EXPECT_EQ(model.row_of(test::synthetic_case(2), 3), 15);
  EXPECT_EQ(model.row_of(test::synthetic_case(2), 99), -1);
}

TEST(Models, NewerDataOfTheSameCampaignKeepsTheRows) {
  const TempTree tree;
  const SyntheticCampaign wanted{.pending = 2};
  const auto directory = make_campaign(tree.root() / "c", wanted);
  RepetitionModel model;
  const QAbstractItemModelTester tester(&model, Mode::Fatal);
  model.set_campaign(read(directory));
  QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
  test::finish_one(directory, wanted, 4);
  model.set_campaign(read(directory));
  EXPECT_EQ(reset.count(), 0);
  EXPECT_EQ(model.at(22).state, RepetitionState::kDone);
}

TEST(Models, RepetitionsAreFilteredByTextAxesStateAndVerdict) {
  const TempTree tree;
  const auto data = read(make_campaign(tree.root() / "c", {.pending = 2, .failed = true}));
  RepetitionModel model;
  RepetitionFilter filter;
  const QAbstractItemModelTester tester(&filter, Mode::Fatal);
  filter.setSourceModel(&model);
  model.set_campaign(data);
  EXPECT_EQ(filter.rowCount(), 24);
  filter.set_state("done");
  EXPECT_EQ(filter.rowCount(), 21);
  filter.set_cases(CaseExpression("link=e0"));
  EXPECT_EQ(filter.rowCount(), 11);
  filter.set_state({});
  filter.set_verdict("invalid");
  EXPECT_EQ(filter.rowCount(), 1);
  filter.set_verdict({});
  filter.set_cases(CaseExpression("ENHANCED"));
  EXPECT_EQ(filter.rowCount(), 12);
  filter.set_cases(CaseExpression("2.1MS"));  // in the reason
  EXPECT_EQ(filter.rowCount(), 1);
  filter.set_cases(CaseExpression("tcp=none"));
  EXPECT_EQ(filter.rowCount(), 0);
}

TEST(Models, StatisticsAreTheControllers) {
  const TempTree tree;
  const auto data = read(make_campaign(tree.root() / "c"));
  RowsModel model;
  const QAbstractItemModelTester tester(&model, Mode::Fatal);
  model.set_rows(statistics_titles(), statistics_rows(*data, CaseExpression("link=r4"), false));
  bool found = false;
  for (int row = 0; row < model.rowCount(); ++row) {
    const Row& cells = model.at(row);
    EXPECT_TRUE(cells[0].text.startsWith("r4/"));
    if (cells[1].text != "overall_throughput") continue;
    const CaseResults* c = data->find_case(cells[0].text.toStdString());
    const Statistics s = summarize(c->of("", "overall_throughput"));
    EXPECT_EQ(cells[3].value.toDouble(), 6);
    EXPECT_EQ(cells[5].value.toDouble(), s.q1);
    EXPECT_EQ(cells[6].value.toDouble(), s.median);
    EXPECT_EQ(cells[8].value.toDouble(), s.max);
    found = true;
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(data->results().cases[0].samples.at({"", "overall_throughput"}),
            (std::vector{6000.0, 6275.7, 6251.4, 6227.1, 6202.8, 6178.5}));
  const auto all = statistics_rows(*data, {}, true);
  EXPECT_EQ(all.size(), 4U * 7U);
}

TEST(Models, TablesGoOutAsCsvWithWholeNumbers) {
  RowsModel model;
  model.set_rows({"a", "b, c"},
                 {{{"say \"hi\""}, number_cell(1.0 / 3)}, {{"=formula()"}, {"-3.5"}}});
  EXPECT_EQ(to_csv(model),
            "a,\"b, c\"\n\"say \"\"hi\"\"\",0.33333333333333331\n'=formula(),-3.5\n");
}

TEST(Models, TheListHasTheCampaignsOfTheFolderAndThoseOpened) {
  const TempTree tree;
  make_campaign(tree.root() / "all/one", {.repetitions = 1});
  make_campaign(tree.root() / "elsewhere/two", {.repetitions = 2, .pending = 1});
  std::filesystem::create_directories(tree.root() / "all/holiday");
  tree.write("all/broken/campaign.db", "this is not a database, however long it may be");
  const QString folder = to_text(tree.root() / "all");
  CampaignScan(folder).add(to_text(tree.root() / "elsewhere/two"));
  const auto scan = CampaignScan::of(folder);  // of a later window
  EXPECT_EQ(CampaignScan::of(folder), scan);
  CampaignsModel model;
  const QAbstractItemModelTester tester(&model, Mode::Fatal);
  scan->add(to_text(tree.root() / "gone"));
  ASSERT_TRUE(QSignalSpy(scan.get(), &CampaignScan::found).wait());
  model.set(scan->entries());
  ASSERT_EQ(model.rowCount(), 3);
  const auto text = [&](const char* name, int role = Qt::DisplayRole) {
    const int row = model.row_of(to_text(tree.root() / name));
    return model.index(row, CampaignsModel::kBoth).data(role).toString();
  };
  EXPECT_EQ(text("all/one"), "one\ncomplete, 4 of 4 done");
  EXPECT_EQ(text("elsewhere/two"), "two\nunfinished, 7 of 8 done");
  EXPECT_EQ(text("all/broken"), "broken\ndamaged");
  EXPECT_TRUE(text("all/broken", Qt::ToolTipRole).contains("broken"));
}

TEST(Models, CheckedValuesOfTheFilterPanelWriteItsCondition) {
  const TempTree tree;
  const auto four = read(make_campaign(tree.root() / "four"));
  const auto two = read(make_campaign(tree.root() / "two", {.cases = 2}));
  FilterPanel panel;
  panel.set_campaign(*four);
  QSignalSpy changed(&panel, &FilterPanel::changed);
  EXPECT_EQ(panel.cases(), CaseExpression());
  QTreeWidgetItem* tcp = panel.axes().topLevelItem(2);
  panel.axes().topLevelItem(0)->child(1)->setCheckState(0, Qt::Checked);
  tcp->child(0)->setCheckState(0, Qt::Checked);
  EXPECT_EQ(panel.cases().text(), "link=r4 & tcp=baseline");
  EXPECT_EQ(changed.count(), 2);
  panel.set_campaign(*two);  // has no r4
  EXPECT_EQ(panel.cases().text(), "tcp=baseline");
  panel.axes().topLevelItem(2)->child(0)->setCheckState(0, Qt::Unchecked);
  EXPECT_EQ(panel.cases(), CaseExpression());
  panel.axes().topLevelItem(2)->child(0)->setCheckState(0, Qt::Checked);
  QTest::keyClicks(&panel.condition().field(), " & w");
  EXPECT_EQ(panel.cases().text(), "tcp=baseline & w");
  EXPECT_EQ(panel.axes().topLevelItem(2)->child(0)->checkState(0), Qt::Unchecked);
  QTest::keyClicks(&panel.condition().field(), "1=");  // not a condition: the last one stays
  EXPECT_EQ(panel.cases().text(), "tcp=baseline & w1");
  EXPECT_TRUE(panel.condition().error().contains("`w1` is not an axis"));
  panel.set_cases(CaseExpression("link=r4"));  // two has no such link: the condition stays visible
  EXPECT_EQ(panel.condition().field().text(), "link=r4");
}

TEST(Models, ComparisonTablesHoldTheControllersNumbers) {
  const TempTree tree;
  const auto a = read(make_campaign(tree.root() / "a"));
  const auto b = read(make_campaign(tree.root() / "b", {.faster = 50}));
  const auto rows =
      compare_campaigns(a->results(), b->results(), "", a->report.headline.keys(), 0.95);
  ASSERT_FALSE(rows.empty());
  RowsModel model;
  const QAbstractItemModelTester tester(&model, Mode::Fatal);
  model.set_rows(paired_titles(), paired_table(rows));
  ASSERT_EQ(model.rowCount(), static_cast<int>(rows.size()));
  EXPECT_EQ(rows[0].metric, "overall_throughput");
  int cases = 0;
  for (int row = 0; row < model.rowCount(); ++row) {
    const Row& cells = model.at(row);
    if (cells[2].text != "overall_throughput") continue;
    ++cases;
    EXPECT_NEAR(cells[4].value.toDouble(), 50, 1e-9);
    EXPECT_EQ(cells[8].text, "higher");
    EXPECT_EQ(cells[11].value.toInt(), 6);
  }
  EXPECT_EQ(cases, 4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& cells = model.at(static_cast<int>(i));
    EXPECT_EQ(cells[4].value.toDouble(), rows[i].result.median_difference);
    EXPECT_EQ(cells[6].value.toDouble(), rows[i].result.interval->low);
    EXPECT_EQ(cells[7].value.toDouble(), rows[i].result.interval->high);
    EXPECT_EQ(cells[8].text == "no", !rows[i].result.decided());
  }
}

}  // namespace
}  // namespace seawind::gui
