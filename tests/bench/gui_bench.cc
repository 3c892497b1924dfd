// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of results in the desktop application: frames per second while a time-sequence graph of
// five million points is panned, the time to open a campaign of ten thousand repetitions, and
// memory. Run by hand: QT_QPA_PLATFORM=offscreen gui_bench [points [repetitions]]
#include <fmt/format.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "gui/results/results_page.h"
#include "tests/gui/results/synthetic_campaign.h"
#include "tests/support/temp_tree.h"

namespace {

using namespace seawind::gui;
namespace test = seawind::test;

double megabytes(const std::string& what) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(what)) return std::strtod(line.c_str() + what.size() + 1, nullptr) / 1024;
  return 0;
}

/// A transfer with saw-tooth queues: sent and acknowledged, a loss in a thousand.
std::shared_ptr<const MinMaxSeries> steps(std::size_t count, double delay, double offset) {
  std::vector<double> x;
  std::vector<double> y;
  x.reserve(count);
  y.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    x.push_back(static_cast<double>(i) * 1e-3 + delay);
    const double wave = std::sin(static_cast<double>(i) / 700) * 40'000;
    y.push_back(static_cast<double>(i) * 1448 + wave + offset);
  }
  return std::make_shared<MinMaxSeries>(std::move(x), std::move(y));
}

void measure_pan(std::size_t points) {
  QElapsedTimer timer;
  timer.start();
  PlotView view;
  view.resize(1400, 800);
  view.show();
  const auto style = [&](QCPGraph* graph, int colour, bool line) {
    graph->setPen(QPen(PlotView::colour(colour), 1));
    graph->setAntialiased(false);
    graph->setAntialiasedScatters(false);
    graph->setLineStyle(line ? QCPGraph::lsStepLeft : QCPGraph::lsNone);
    if (!line)
      graph->setScatterStyle({QCPScatterStyle::ssSquare, QPen(PlotView::colour(colour), 0),
                              QBrush(PlotView::colour(colour)), 2.5});
  };
  style(view.add_series(steps(points / 2, 0, 0)), 0, false);
  style(view.add_series(steps(points / 2 - points / 1000, 0.4, 0)), 2, true);
  style(view.add_series(steps(points / 1000, 0.1, 7e8)), 4, false);
  const double end = static_cast<double>(points) / 2 * 1e-3;
  fmt::print("{} points ready in {} ms, memory {:.0f} MB\n", points, timer.elapsed(),
             megabytes("VmRSS:"));
  for (const double share : {1.0, 0.3, 0.01, 0.0005}) {
    view.show_all();
    const double width = end * share;
    constexpr int kFrames = 200;
    timer.restart();
    for (int i = 0; i < kFrames; ++i) {
      const double from = (end - 0.5 * width) * i / kFrames;
      view.plot().xAxis->setRange(from, from + width);
      if (share < 1)
        view.plot().yAxis->setRange(from * 1448e3 - 1e5, (from + width) * 1448e3 + 1e5);
      view.plot().replot(QCustomPlot::rpImmediateRefresh);
    }
    fmt::print("pan, {:6.2f} % shown: {:.0f} frames/s\n", 100 * share,
               1000.0 * kFrames / static_cast<double>(timer.elapsed()));
  }
}

void measure_open(int repetitions) {
  const test::TempTree tree;
  QElapsedTimer timer;
  timer.start();
  const auto directory = test::make_campaign(
      tree.root() / "campaigns/large",
      {.cases = 20, .repetitions = repetitions / 20, .logs = false, .further_metrics = 330});
  fmt::print("campaign of {} repetitions, {:.0f} MB, made in {:.1f} s\n", repetitions,
             static_cast<double>(std::filesystem::file_size(directory / "campaign.db")) / 1e6,
             static_cast<double>(timer.elapsed()) / 1000);
  timer.restart();
  ResultsPage page(seawind::gui::Places{(tree.root() / "configs").c_str(),
                                        (tree.root() / "own").c_str(),
                                        (tree.root() / "campaigns").c_str()});
  page.resize(1400, 900);
  page.show();
  QCoreApplication::processEvents();
  fmt::print("page shown in {} ms\n", timer.elapsed());
  timer.restart();
  QSignalSpy shown(&page, &ResultsPage::campaign_shown);
  page.open_campaign(to_text(directory));
  qint64 longest = 0;
  qint64 listed = -1;
  while (shown.isEmpty() && timer.elapsed() < 120'000) {
    QElapsedTimer turn;
    turn.start();
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    longest = std::max(longest, turn.elapsed());
    if (listed < 0 && page.repetitions().rowCount() > 0) listed = timer.elapsed();
  }
  fmt::print("listed after {} ms, every figure after {} ms, longest turn of the window {} ms\n",
             listed, timer.elapsed(), longest);
  QTest::qWait(200);
  fmt::print("memory {:.0f} MB, at most {:.0f} MB\n", megabytes("VmRSS:"), megabytes("VmHWM:"));
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("XDG_CACHE_HOME", "/tmp/seawind-bench");
  const QApplication application(argc, argv);
  measure_open(argc > 2 ? std::atoi(argv[2]) : 10'000);
  measure_pan(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 5'000'000);
  fmt::print("memory at most {:.0f} MB\n", megabytes("VmHWM:"));
  return 0;
}
