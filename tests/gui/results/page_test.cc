// SPDX-License-Identifier: GPL-3.0-or-later
// The results page driven as a user does.
#include <gmock/gmock.h>

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocumentFragment>

#include "gui/results/results_page.h"
#include "tests/gui/results/synthetic_campaign.h"
#include "tests/support/temp_tree.h"

namespace seawind::gui {
namespace {

using test::make_campaign;
using test::SyntheticCampaign;
using testing::ElementsAre;

class ResultsPageTest : public testing::Test {
 protected:
  ResultsPageTest()
      : page(Places{SEAWIND_SOURCE_DIR "/configs", to_text(tree.root() / "own"),
                    to_text(tree.root() / "campaigns")}) {
    page.resize(1100, 700);
    page.show();
  }
  QString make(const std::string& name, const SyntheticCampaign& wanted = {}) {
    return to_text(make_campaign(tree.root() / "campaigns" / name, wanted));
  }
  void open(const QString& directory) {
    QSignalSpy shown(&page, &ResultsPage::campaign_shown);
    page.open_campaign(directory);
    ASSERT_TRUE(shown.wait());
  }
  /// The position at which a point of the chart is drawn.
  QPoint pixel_of(const QCPGraph& graph, int index) {
    const auto point = graph.data()->at(index);
    return {qRound(graph.keyAxis()->coordToPixel(point->key)),
            qRound(graph.valueAxis()->coordToPixel(point->value))};
  }

  test::TempTree tree;
  ResultsPage page;
};

TEST_F(ResultsPageTest, TheSummaryHasTheVerdictFirst) {
  open(make("c", {.pending = 1, .failed = true}));
  const QString text = page.summary().toPlainText();
  EXPECT_TRUE(text.contains("22 of 24 repetitions valid, 1 failed, 1 still to run"));
  EXPECT_LT(text.indexOf("22 of 24"), text.indexOf("Medians"));
  EXPECT_TRUE(text.contains("lateness p99.9 2.1ms"));
  EXPECT_FALSE(page.banner().isVisible());
  EXPECT_TRUE(page.campaign()->problems.isEmpty());
}

// The head of the page is rich text; the directory's name in it must be shown literally.
TEST_F(ResultsPageTest, ANameWithMarkupIsShownAsItIs) {
  const QString name = "<b>x<img src=file:passwd>";
  const QString directory = to_text(tree.root() / "campaigns" / name.toStdString());
  ASSERT_TRUE(QDir().mkpath(directory));
  open(directory);
  QString head;
  for (const QLabel* label : page.findChildren<QLabel*>())
    if (label->textFormat() == Qt::RichText)
      head += QTextDocumentFragment::fromHtml(label->text()).toPlainText() + '\n';
  EXPECT_TRUE(head.contains(name)) << head.toStdString();
  EXPECT_TRUE(page.summary().toPlainText().contains(name))
      << page.summary().toPlainText().toStdString();
}

TEST_F(ResultsPageTest, AClickOnAPointOpensThatRepetition) {
  open(make("c"));
  page.tabs().setCurrentIndex(ResultsPage::kChart);
  for (const char* view : {"boxes", "cdf", "starts", "versus"}) {
    Recipe recipe;
    recipe.view = view;
    recipe.against = "bulk1/delay_median";
    page.apply_recipe(recipe);
    QCustomPlot& plot = page.chart().plot().plot();
    QCoreApplication::processEvents();  // the tab is laid out
    plot.replot();
    ASSERT_EQ(page.chart().chart().data().series.size(), 4U) << view;
    EXPECT_GT(plot.axisRect()->width(), plot.width() / 2) << view << ": little room is left";
    QCPGraph* graph = plot.graph(2);
    const PlotView::Hit hit{graph, graph->data()->at(3)->key, graph->data()->at(3)->value};
    const auto wanted = page.chart().chart().repetition_at(hit);
    ASSERT_TRUE(wanted) << view;
    EXPECT_EQ(wanted->case_name, test::synthetic_case(2)) << view;
    QTest::mouseClick(&plot, Qt::LeftButton, {}, pixel_of(*graph, 3));
    EXPECT_EQ(page.tabs().currentIndex(), ResultsPage::kRepetition) << view;
    EXPECT_EQ(page.repetition().case_name(), wanted->case_name) << view;
    EXPECT_EQ(page.repetition().number(), wanted->number) << view;
  }
}

TEST_F(ResultsPageTest, AChartShowsTheControllersPoints) {
  open(make("c"));
  const CampaignResults& results = page.campaign()->results();
  for (const char* view : {"boxes", "cdf", "starts", "versus"}) {
    Recipe recipe;
    recipe.view = view;
    recipe.metric = "bulk1/throughput";
    recipe.against = "bulk1/delay_median";
    recipe.cases.link = {"r4"};
    page.apply_recipe(recipe);
    const PlotData wanted = recipe_data(results, recipe);
    ASSERT_EQ(wanted.series.size(), 2U);
    const QCustomPlot& plot = page.chart().plot().plot();
    ASSERT_EQ(plot.graphCount(), 2) << view;
    for (int g = 0; g < 2; ++g) {
      std::vector<std::pair<double, double>> drawn;
      for (const auto& point : *plot.graph(g)->data())
        drawn.emplace_back(std::string(view) == "boxes" ? g + 1 : point.key, point.value);
      std::vector<std::pair<double, double>> points;
      for (const auto& point : wanted.series[static_cast<std::size_t>(g)].points)
        points.emplace_back(point.x, point.y);
      EXPECT_THAT(drawn, testing::UnorderedElementsAreArray(points)) << view;
    }
  }
}

TEST_F(ResultsPageTest, ARecipeIsSavedAppliedToAnotherCampaignAndTheSame) {
  open(make("c"));
  Recipe recipe;
  recipe.view = "versus";
  recipe.metric = "bulk1/throughput";
  recipe.against = "bulk1/delay_median";
  recipe.cases.link = {"r4"};
  recipe.cases.text = "enhanced";
  recipe.x = {.from = 0.1, .to = 2, .logarithmic = true};
  page.apply_recipe(recipe);
  EXPECT_EQ(page.recipe(), recipe);
  QString error;
  ASSERT_TRUE(page.recipes().save("delay", error)) << error.toStdString();
  EXPECT_EQ(load_recipe(to_path(page.recipes().file_of("delay"))), recipe);
  EXPECT_THAT(page.recipes().names(), ElementsAre("delay"));
  EXPECT_FALSE(page.recipes().save("a/b", error));

  page.apply_recipe({});
  open(make("other", {.faster = 100}));
  ASSERT_TRUE(page.recipes().apply("delay", error)) << error.toStdString();
  EXPECT_EQ(page.recipe(), recipe);
  ASSERT_EQ(page.chart().chart().data().series.size(), 1U);
  EXPECT_EQ(page.shown_repetitions().rowCount(), 6);

  tree.write("own/recipes/bad.yaml", "view: boxes\nmetrik: x\n");
  EXPECT_FALSE(page.recipes().apply("bad", error));
  EXPECT_TRUE(error.contains("bad.yaml:2:1: error: unknown key `metrik`")) << error.toStdString();
}

TEST_F(ResultsPageTest, ZoomingIsPartOfTheRecipe) {
  open(make("c"));
  EXPECT_EQ(page.recipe(), Recipe{});
  page.chart().plot().plot().yAxis->setRange(6000, 6500);
  Recipe wanted;
  wanted.y = {.from = 6000, .to = 6500};
  EXPECT_EQ(page.recipe(), wanted);
}

TEST_F(ResultsPageTest, ARecipeOfARepetitionOpensIt) {
  open(make("c"));
  QSignalSpy opened(&page.repetition(), &RepetitionView::opened);
  Recipe recipe;
  recipe.view = "sequence";
  recipe.cases.link = {"r4"};
  recipe.repetition = 4;
  recipe.x = {.from = 1, .to = 2};
  page.apply_recipe(recipe);
  ASSERT_TRUE(opened.wait());
  EXPECT_EQ(page.repetition().case_name(), test::synthetic_case(2));
  EXPECT_EQ(page.repetition().number(), 4);
  EXPECT_EQ(page.repetition().sequence().plot().xAxis->range(), QCPRange(1, 2));
  const Recipe saved = page.recipe();
  EXPECT_EQ(saved.view, "sequence");
  EXPECT_EQ(saved.repetition, 4);
  EXPECT_EQ(saved.flow, "bulk1");
  EXPECT_THAT(saved.cases.link, ElementsAre("r4"));
  EXPECT_EQ(saved.x.from, 1);
}

TEST_F(ResultsPageTest, ACampaignThatGrowsIsReadAgain) {
  const SyntheticCampaign wanted{.pending = 2};
  const QString directory = make("c", wanted);
  open(directory);
  EXPECT_TRUE(page.summary().toPlainText().contains("22 of 24"));
  page.tabs().setCurrentIndex(ResultsPage::kChart);
  page.chart().plot().plot().yAxis->setRange(6000, 6500);
  QSignalSpy shown(&page, &ResultsPage::campaign_shown);
  test::finish_one(to_path(directory), wanted, 4);
  ASSERT_TRUE(shown.wait(10'000));
  EXPECT_TRUE(page.summary().toPlainText().contains("23 of 24"));
  EXPECT_EQ(page.chart().plot().plot().yAxis->range(), QCPRange(6000, 6500));
}

TEST_F(ResultsPageTest, TheKeyboardOpensARepetitionFromTheList) {
  open(make("c"));
  page.tabs().setCurrentIndex(ResultsPage::kRepetitions);
  auto* table = page.tabs().currentWidget()->findChild<QTableView*>();
  table->setFocus();
  table->setCurrentIndex(table->model()->index(7, 0));
  QTest::keyClick(table, Qt::Key_Return);
  EXPECT_EQ(page.tabs().currentIndex(), ResultsPage::kRepetition);
  EXPECT_EQ(page.repetition().number(), 1);
  EXPECT_EQ(page.repetition().case_name(), test::synthetic_case(1));
}

TEST_F(ResultsPageTest, ComparedFiguresAreTheControllers) {
  const QString other = make("b", {.faster = 50});
  open(make("a"));
  CompareView& compare = page.compare();
  compare.compare(CompareView::Against::kCampaign, other);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !compare.task().is_running(); }));
  const auto rows = compare_campaigns(page.campaign()->results(),
                                      read_campaign(other, [](auto, auto) {})->results(), "",
                                      page.campaign()->report.headline.keys(), 0.95);
  ASSERT_EQ(compare.shown().rowCount(), static_cast<int>(rows.size()));
  EXPECT_EQ(compare.shown().index(0, 4).data(RowsModel::kSortRole).toDouble(),
            rows[0].result.median_difference);
  EXPECT_EQ(compare.left().plot().yAxis->range(), compare.right().plot().yAxis->range());
  compare.compare(CompareView::Against::kCase, QString::fromStdString(test::synthetic_case(0)));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !compare.task().is_running(); }));
  EXPECT_TRUE(compare.verdict().contains("differences are decided"))
      << compare.verdict().toStdString();
  compare.compare(CompareView::Against::kPublished,
                  SEAWIND_SOURCE_DIR "/configs/testsets/reference/reference.yaml");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !compare.task().is_running(); }));
  const auto published = seawind::compare(
      load_reference(SEAWIND_SOURCE_DIR "/configs/testsets/reference/reference.yaml"),
      page.campaign()->results().cases);
  EXPECT_GT(published.size(), 3U);
  EXPECT_EQ(compare.shown().rowCount(), static_cast<int>(published.size()));
}

TEST_F(ResultsPageTest, StateIsKeptOverARestart) {
  open(make("c"));
  page.tabs().setCurrentIndex(ResultsPage::kChart);
  QSettings settings(to_text(tree.root() / "s.ini"), QSettings::IniFormat);
  page.save_state(settings);
  ResultsPage again(
      Places{SEAWIND_SOURCE_DIR "/configs", to_text(tree.root() / "own"), to_text(tree.root())});
  QSignalSpy shown(&again, &ResultsPage::campaign_shown);
  again.restore_state(settings);
  ASSERT_TRUE(shown.wait());
  EXPECT_EQ(again.campaign()->directory, page.campaign()->directory);
  EXPECT_EQ(again.tabs().currentIndex(), ResultsPage::kChart);
}

// --- damaged campaigns: the error is shown, and the rest stays usable
// -----------------------------

TEST_F(ResultsPageTest, ReportsAFolderWithoutAStore) {
  std::filesystem::create_directories(tree.root() / "campaigns/empty/attempts");
  open(to_text(tree.root() / "campaigns/empty"));
  EXPECT_TRUE(page.banner().isVisible());
  EXPECT_TRUE(page.banner().text().contains("campaign.db"));
  open(make("good"));  // the page remains usable
  EXPECT_FALSE(page.banner().isVisible());
  EXPECT_EQ(page.repetitions().rowCount(), 24);
}

TEST_F(ResultsPageTest, ReportsATruncatedStore) {
  const QString directory = make("c");
  const auto store = to_path(directory) / "campaign.db";
  std::filesystem::resize_file(store, std::filesystem::file_size(store) / 2);
  open(directory);
  EXPECT_TRUE(page.banner().isVisible());
  EXPECT_TRUE(page.banner().text().contains("campaign.db")) << page.banner().text().toStdString();
}

TEST_F(ResultsPageTest, ReportsTheReadableVersionForANewerStore) {
  const QString directory = make("c");
  Database((to_path(directory) / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute("PRAGMA user_version = 9");
  open(directory);
  EXPECT_TRUE(page.banner().text().contains("its schema version is 9, this program reads 4"));
}

TEST_F(ResultsPageTest, WithoutThePlanTheFiguresAreStillShown) {
  const QString directory = make("c");
  std::filesystem::remove(to_path(directory) / "resolved.json");
  open(directory);
  EXPECT_TRUE(page.banner().text().contains("resolved.json"));
  EXPECT_TRUE(page.campaign()->has_samples);
  EXPECT_EQ(page.chart().chart().data().series.size(), 4U);
  EXPECT_TRUE(page.summary().toPlainText().contains("24 of 24 repetitions valid"));
}

TEST_F(ResultsPageTest, ShowsWhatIsLeftOfARepetitionWithoutItsFolder) {
  const QString directory = make("c");
  std::filesystem::remove_all(to_path(directory) / "attempts/000/002-1");
  open(directory);
  QSignalSpy failed(&page.repetition().task(), &Task::failed);
  page.open_repetition(directory, QString::fromStdString(test::synthetic_case(0)), 2);
  ASSERT_TRUE(failed.wait());
  EXPECT_TRUE(failed[0][0].toString().contains("attempts/000/002-1"));
  QSignalSpy opened(&page.repetition(), &RepetitionView::opened);
  page.open_repetition(directory, QString::fromStdString(test::synthetic_case(0)), 3);
  ASSERT_TRUE(opened.wait());
}

TEST_F(ResultsPageTest, EveryControlHasAnAccessibleName) {
  open(make("c"));
  for (const QWidget* widget : page.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith("qt_")) continue;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const bool inner = qobject_cast<const QLineEdit*>(widget) != nullptr &&
                       (qobject_cast<const QComboBox*>(widget->parent()) != nullptr ||
                        qobject_cast<const QAbstractSpinBox*>(widget->parent()) != nullptr);
    const bool plain = qobject_cast<const QCustomPlot*>(widget) != nullptr ||
                       qobject_cast<const QSplitterHandle*>(widget) != nullptr ||
                       qobject_cast<const QTabBar*>(widget) != nullptr ||
                       qobject_cast<const QTabWidget*>(widget) != nullptr ||
                       qobject_cast<const QLabel*>(widget) != nullptr ||
                       qobject_cast<const QMenu*>(widget) != nullptr ||
                       widget->inherits("QComboBoxListView") ||
                       qobject_cast<const QHeaderView*>(widget) != nullptr;
    if (inner || plain || (button != nullptr && !button->text().isEmpty())) continue;
    const QString parent = widget->parent()->metaObject()->className();
    EXPECT_FALSE(widget->accessibleName().isEmpty())
        << widget->metaObject()->className() << " in " << parent.toStdString();
  }
}

}  // namespace
}  // namespace seawind::gui
