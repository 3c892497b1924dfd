// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/plot_view.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <QSignalSpy>
#include <QTest>
#include <csignal>

namespace seawind::gui {
namespace {

std::shared_ptr<const MinMaxSeries> saw(std::size_t size) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < size; ++i) {
    x.push_back(static_cast<double>(i));
    y.push_back(i == size / 3 ? 1000.0 : static_cast<double>(i % 10));
  }
  return std::make_shared<MinMaxSeries>(std::move(x), std::move(y));
}

class PlotViewTest : public testing::Test {
 protected:
  PlotViewTest() {
    view.resize(640, 400);
    view.show();
    view.plot().replot();
  }
  QCPRange x() { return view.plot().xAxis->range(); }
  QCPRange y() { return view.plot().yAxis->range(); }
  QPoint pixel(double px, double py) {
    return {qRound(view.plot().xAxis->coordToPixel(px)),
            qRound(view.plot().yAxis->coordToPixel(py))};
  }
  QCPGraph* add_points() {
    QCPGraph* graph = view.plot().addGraph();
    graph->setName("points");
    graph->setData({1, 2, 3}, {10, 30, 20});
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle::ssDisc);
    view.show_all();
    view.plot().replot();
    return graph;
  }
  PlotView view;
};

TEST_F(PlotViewTest, ASeriesOfAnySizeGivesThePlotOnlyWhatCanBeSeen) {
  QCPGraph* graph = view.add_series(saw(300'000));
  view.show_all();
  view.plot().replot();
  EXPECT_LE(graph->dataCount(), 4 * view.plot().axisRect()->width() + 2);
  bool found = false;
  EXPECT_EQ(graph->getValueRange(found).upper, 1000);  // the only peak is drawn
  EXPECT_GT(y().upper, 1000);
  EXPECT_LT(x().lower, 0.5);
  EXPECT_GT(x().upper, 299'999);
  view.plot().xAxis->setRange(100, 110);
  view.plot().replot();
  EXPECT_EQ(graph->dataCount(), 13);  // 11 points and one on each side
}

TEST_F(PlotViewTest, KeysPanZoomShowAllAndGoBack) {
  add_points();
  const QCPRange all = x();
  view.activateWindow();
  view.setFocus();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
  QTest::keyClick(&view, Qt::Key_Right);
  EXPECT_NEAR(x().lower, all.lower + 0.1 * all.size(), 1e-9);
  QTest::keyClick(&view, Qt::Key_Left);
  EXPECT_NEAR(x().lower, all.lower, 1e-9);
  const QCPRange height = y();
  QTest::keyClick(&view, Qt::Key_Up);
  EXPECT_NEAR(y().lower, height.lower + 0.1 * height.size(), 1e-9);
  QTest::keyClick(&view, Qt::Key_Plus);
  EXPECT_NEAR(x().size(), 0.8 * all.size(), 1e-9);
  const QCPRange near = x();
  QTest::keyClick(&view, Qt::Key_Home);
  EXPECT_EQ(x(), all);
  QTest::keyClick(&view, Qt::Key_Backspace);
  EXPECT_EQ(x(), near);
  QTest::keyClick(&view, Qt::Key_Minus);
  EXPECT_NEAR(x().size(), all.size(), 1e-9);
}

TEST_F(PlotViewTest, TheCursorReadsTheNearestPointAndAClickActivatesIt) {
  QCPGraph* graph = add_points();
  QSignalSpy activated(&view, &PlotView::point_activated);
  const auto hit = view.nearest(pixel(2, 30) + QPoint(4, -3));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->graph, graph);
  EXPECT_EQ(hit->x, 2);
  EXPECT_FALSE(view.nearest(pixel(1.5, 15)));
  QTest::mouseMove(&view.plot(), pixel(2, 30));
  QTest::mouseClick(&view.plot(), Qt::LeftButton, {}, pixel(2, 30));
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].value<PlotView::Hit>().y, 30);
  EXPECT_TRUE(view.read_out().contains("30"));
  EXPECT_TRUE(view.accessibleDescription().contains("points"));
}

TEST_F(PlotViewTest, TheCursorStepsByKeyboardAndReturnActivates) {
  add_points();
  QSignalSpy activated(&view, &PlotView::point_activated);
  QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
  ASSERT_TRUE(view.cursor());
  EXPECT_EQ(view.cursor()->x, 1);
  QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(view.cursor()->x, 2);
  QTest::keyClick(&view, Qt::Key_Return);
  EXPECT_EQ(activated.count(), 1);
  view.clear();
  EXPECT_FALSE(view.cursor());
  QTest::keyClick(&view, Qt::Key_Right,
                  Qt::ControlModifier);  // without points the cursor stays unset
  EXPECT_FALSE(view.cursor());
}

TEST_F(PlotViewTest, TheCursorStepsOnBeyondWhatIsVisible) {
  view.add_series(saw(300'000));
  view.show_all();
  view.plot().replot();
  view.plot().xAxis->setRange(100, 110);
  view.plot().replot();
  QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
  ASSERT_TRUE(view.cursor());
  const double first = view.cursor()->x;
  for (int step = 1; step <= 30; ++step) {  // three times the visible range
    QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
    ASSERT_TRUE(view.cursor());
    EXPECT_EQ(view.cursor()->x, first + step);
  }
  EXPECT_TRUE(x().contains(first + 30));
}

TEST_F(PlotViewTest, ShiftDragZoomsToTheRectangle) {
  add_points();
  QTest::mousePress(&view.plot(), Qt::LeftButton, Qt::ShiftModifier, pixel(1.5, 25));
  QTest::mouseMove(&view.plot(), pixel(2, 22));
  QTest::mouseMove(&view.plot(), pixel(2.5, 15));
  QTest::mouseRelease(&view.plot(), Qt::LeftButton, Qt::ShiftModifier, pixel(2.5, 15));
  EXPECT_NEAR(x().lower, 1.5, 0.02);
  EXPECT_NEAR(x().upper, 2.5, 0.02);
  EXPECT_NEAR(y().upper, 25, 0.3);
}

TEST_F(PlotViewTest, TheWheelZoomsTheAxesOfTheView) {
  add_points();
  const auto wheel = [&](Qt::KeyboardModifiers modifiers) {
    const QPointF at = view.plot().axisRect()->center();
    QWheelEvent event(at, view.plot().mapToGlobal(at), {}, {0, 120}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    const QCPRange old_x = x();
    const QCPRange old_y = y();
    QCoreApplication::sendEvent(&view.plot(), &event);
    return std::pair(x() != old_x, y() != old_y);
  };
  EXPECT_EQ(wheel({}), std::pair(true, true));
  EXPECT_EQ(wheel(Qt::ControlModifier), std::pair(true, false));
  view.set_wheel_zoom(Qt::Horizontal);
  EXPECT_EQ(wheel({}), std::pair(true, false));
  EXPECT_EQ(wheel(Qt::ShiftModifier), std::pair(false, true));
  EXPECT_EQ(wheel({}), std::pair(true, false));
}

TEST_F(PlotViewTest, LinkedViewsShowTheSameSeconds) {
  PlotView other;
  view.link_x(other);
  view.plot().xAxis->setRange(3, 8);
  EXPECT_EQ(other.plot().xAxis->range(), QCPRange(3, 8));
  other.plot().xAxis->setRange(4, 5);
  EXPECT_EQ(x(), QCPRange(4, 5));
}

TEST_F(PlotViewTest, PicturesOfAllKindsInTheSizeOfTheScreen) {
  add_points();
  view.resize(500, 300);
  const QTemporaryDir folder;
  QString error;
  for (const char* end : {"svg", "pdf", "png"}) {
    const QString file = folder.filePath(QString("p.") + end);
    ASSERT_TRUE(view.export_to(file, error)) << error.toStdString();
    EXPECT_GT(QFileInfo(file).size(), 500) << end;
  }
  EXPECT_EQ(QImage(folder.filePath("p.png")).size(), QSize(1000, 600));
  EXPECT_EQ(QImage(folder.filePath("p.png")).pixelColor(2, 2), QColor(Qt::white));
  QFile svg(folder.filePath("p.svg"));
  ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
  EXPECT_TRUE(svg.readAll().contains("viewBox=\"0 0 500 300\""));
  EXPECT_FALSE(view.export_to(folder.filePath("p.bmp"), error));
  EXPECT_TRUE(error.contains(".svg, .pdf or .png"));
  EXPECT_FALSE(view.export_to(folder.filePath("none/p.svg"), error));
  EXPECT_TRUE(error.contains("none/p.svg"));
}

TEST_F(PlotViewTest, AFullDiskIsSaidAndLeavesNothing) {
  add_points();
  const QTemporaryDir folder;
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  QString error;
  const bool written = view.export_to(folder.filePath("p.svg"), error);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_FALSE(written);
  EXPECT_TRUE(error.contains("p.svg"));
  EXPECT_TRUE(QDir(folder.path()).entryList(QDir::Files).isEmpty());
}

TEST_F(PlotViewTest, ThePointsShownGoOutAsCsv) {
  add_points();
  EXPECT_EQ(view.points_csv(),
            "\"series\",\"x\",\"y\"\n\"points\",1,10\n\"points\",2,30\n\"points\",3,20\n");
}

TEST_F(PlotViewTest, AGraphTakenAwayBehindTheCursorTakesItAlong) {
  add_points();
  view.set_cursor(view.nearest(pixel(2, 30)));
  ASSERT_TRUE(view.cursor());
  view.plot().clearGraphs();
  view.plot().replot();
  EXPECT_FALSE(view.cursor());
}

}  // namespace
}  // namespace seawind::gui
