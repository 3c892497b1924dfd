// SPDX-License-Identifier: GPL-3.0-or-later
// The series computed from counters of a running link: rates over the last second, events, spans of
// states. Hours of samples fit.
#include "gui/run/link_history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace seawind::gui {
namespace {

LinkReport report(double time_s, std::uint64_t packets, const char* state = "good") {
  LinkReport out;
  out.set_link_time_ns(std::llround(time_s * 1e9));
  DirectionCounters& down = *out.mutable_downlink();
  down.set_delivered_packets(packets);
  down.set_delivered_bytes(packets * 500);
  down.set_delay_sum_ns(static_cast<std::int64_t>(packets) * 300'000'000);
  down.set_router_bytes(packets * 10);
  down.set_send_buffer_bytes(packets * 20);
  down.set_state(state);
  out.mutable_fidelity()->set_releases(packets);
  out.mutable_fidelity()->set_lateness_p999_ns(250'000);
  out.mutable_fidelity()->set_lateness_max_ns(700'000);
  return out;
}

void add_drop(DirectionCounters& direction, const char* reason, std::uint64_t packets) {
  DropCount& count = *direction.add_drops();
  count.set_reason(reason);
  count.set_packets(packets);
}

double last(const LinkHistory& history, LiveValue value) {
  const auto& points = history.series(value).points();
  return points.empty() ? std::nan("") : points.back().y;
}

TEST(LinkHistory, RatesAreThoseOfTheLastSecond) {
  LinkHistory history;
  // 10 packets of 500 B a second, then 20.
  for (int i = 0; i <= 20; ++i) history.add(report(i * 0.1, static_cast<std::uint64_t>(i)));
  EXPECT_NEAR(last(history, LiveValue::kThroughputDown), 40.0, 1e-9);
  for (int i = 1; i <= 10; ++i)
    history.add(report(2 + i * 0.1, 20 + 2 * static_cast<std::uint64_t>(i)));
  EXPECT_NEAR(last(history, LiveValue::kThroughputDown), 80.0, 1e-9);
  EXPECT_NEAR(last(history, LiveValue::kDelayDown), 300.0, 1e-9);
  EXPECT_EQ(last(history, LiveValue::kThroughputUp), 0.0);
  EXPECT_TRUE(std::isnan(last(history, LiveValue::kDelayUp)));  // nothing was delivered
  EXPECT_EQ(last(history, LiveValue::kRouterDown), 400);
  EXPECT_EQ(last(history, LiveValue::kBufferDown), 800);
  EXPECT_EQ(last(history, LiveValue::kLatenessP999), 0.25);
  EXPECT_EQ(last(history, LiveValue::kLatenessMax), 0.7);
  EXPECT_EQ(history.series(LiveValue::kThroughputDown).points().size(), 30U);
}

TEST(LinkHistory, CountsOfTheIntervalBecomeEvents) {
  LinkHistory history;
  LinkReport one = report(1, 5);
  add_drop(*one.mutable_downlink(), "router_full", 3);  // drops from before the first sample
  history.add(one);
  EXPECT_TRUE(history.events().empty());
  LinkReport two = report(1.1, 6);
  add_drop(*two.mutable_downlink(), "router_full", 5);
  add_drop(*two.mutable_uplink(), "error_loss", 1);
  two.mutable_downlink()->add_router_classes()->set_marks(4);
  history.add(two);
  history.add_change({1.05, "downlink.rate_base: 64kbit/s -> 10kbit/s", {}});
  history.add_change({-1, {}, "refused"});
  ASSERT_EQ(history.events().size(), 4U);
  const auto& drop = history.events()[0];
  EXPECT_EQ(drop.kind, LinkHistory::Event::Kind::kDrop);
  EXPECT_EQ(drop.text, "router_full");
  EXPECT_EQ(drop.count, 2U);
  EXPECT_TRUE(drop.downlink);
  EXPECT_EQ(history.events()[1].kind, LinkHistory::Event::Kind::kMark);
  EXPECT_EQ(history.events()[1].count, 4U);
  EXPECT_FALSE(history.events()[2].downlink);
  EXPECT_EQ(history.events()[3].kind, LinkHistory::Event::Kind::kChange);
}

TEST(LinkHistory, StatesBecomeSpans) {
  LinkHistory history;
  for (const auto& [time, state] : std::initializer_list<std::pair<double, const char*>>{
           {0, "good"}, {1, "good"}, {2, "bad"}, {3, "good"}, {4, "good"}})
    history.add(report(time, 0, state));
  const auto& spans = history.states(true);
  ASSERT_EQ(spans.size(), 3U);
  EXPECT_EQ(spans[0].from_s, 0);
  EXPECT_EQ(spans[0].to_s, 2);
  EXPECT_EQ(spans[1].state, "bad");
  EXPECT_EQ(spans[2].to_s, 4);
  EXPECT_EQ(history.state_names(), (QList<QString>{"good", "bad"}));
  EXPECT_TRUE(history.states(false).empty());
}

TEST(LinkHistory, TimeThatGoesBackIsAnotherLink) {
  LinkHistory history;
  history.add(report(10, 100));
  history.add(report(11, 110));
  const int generation = history.generation();
  history.add(report(0.1, 1));
  EXPECT_NE(history.generation(), generation);
  EXPECT_EQ(history.series(LiveValue::kRouterDown).points().size(), 1U);
  EXPECT_TRUE(history.series(LiveValue::kThroughputDown).points().empty());
  EXPECT_EQ(history.begin_s(), 0.1);
}

TEST(LiveSeries, HoursFitAndNoPeakIsLost) {
  LiveSeries series;
  std::mt19937 random(11);
  std::normal_distribution<double> noise;
  constexpr int kPoints = 1'000'000;  // 28 hours
  double low = 0;
  double high = 0;
  for (int i = 0; i < kPoints; ++i) {
    double y = noise(random);
    if (i == 1234) y = 100;
    if (i == 500'001) y = -100;
    low = std::min(low, y);
    high = std::max(high, y);
    series.add(i, y);
  }
  const auto& points = series.points();
  EXPECT_LE(points.size(), LiveSeries::kMaxOld + 2 * LiveSeries::kRecent);
  EXPECT_TRUE(std::is_sorted(points.begin(), points.end(),
                             [](const auto& a, const auto& b) { return a.x < b.x; }));
  double kept_low = 0;
  double kept_high = 0;
  for (const auto& point : points) {
    kept_low = std::min(kept_low, point.y);
    kept_high = std::max(kept_high, point.y);
  }
  EXPECT_EQ(kept_low, low);
  EXPECT_EQ(kept_high, high);
  // The newest points are unchanged.
  for (std::size_t i = 0; i < LiveSeries::kRecent; ++i)
    ASSERT_EQ(points[points.size() - 1 - i].x, kPoints - 1 - static_cast<double>(i));
  EXPECT_EQ(series.at(kPoints + 5), points.back().y);
  EXPECT_TRUE(std::isnan(series.at(-1)));
}

TEST(LiveSeries, GenerationChangesWithOldPoints) {
  LiveSeries series;
  const int generation = series.generation();
  for (std::size_t i = 0; i + 1 < 2 * LiveSeries::kRecent; ++i)
    series.add(static_cast<double>(i), 0);
  EXPECT_EQ(series.generation(), generation);
  series.add(1e6, 0);
  EXPECT_NE(series.generation(), generation);
}

}  // namespace
}  // namespace seawind::gui
