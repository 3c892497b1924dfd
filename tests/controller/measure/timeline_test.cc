// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <utility>

namespace seawind {
namespace {

EventRecord event(EventKind kind, std::int64_t ms, std::int64_t value,
                  Direction direction = Direction::kDownlink, std::uint8_t code = 0) {
  EventRecord e{};
  e.time_ns = ms * 1'000'000;
  e.kind = kind;
  e.direction = direction;
  e.value = value;
  e.code = code;
  return e;
}

TEST(Timeline, KeepsLevelsUntilTheyChange) {
  LogMemory memory;
  Timeline t(memory);
  t.add(event(EventKind::kRouterEnqueue, 0, 576));
  t.add(event(EventKind::kSendBufferEnter, 2, 1000, Direction::kUplink));
  t.add(event(EventKind::kRouterDequeue, 5, 0));
  const auto bins = t.bins();
  ASSERT_EQ(bins.size(), 6u);
  EXPECT_EQ(bins[3].router[0].last, 576);
  EXPECT_EQ(bins[3].router[0].max, 576);
  EXPECT_EQ(bins[5].router[0].last, 0);
  EXPECT_EQ(bins[5].router[0].max, 576);  // the queue was still full when the bin began
  EXPECT_EQ(bins[1].send_buffer[1].max, 0);
  EXPECT_EQ(bins[4].send_buffer[1].max, 1000);
}

TEST(Timeline, WhatTheLinkHasMadeIsNotDelivered) {
  LogMemory memory;
  Timeline t(memory);
  EventRecord own = event(EventKind::kArrival, 0, 0);
  own.packet = 1;
  own.size = 100;
  EventRecord copy = own;
  copy.kind = EventKind::kGenerated;
  copy.packet = 2;
  for (EventRecord* const one : {&own, &copy}) {
    t.add(*one);
    one->kind = EventKind::kDelivered;
  }
  for (const EventRecord* const one : {&own, &copy}) t.add(*one);
  EXPECT_EQ(t.bins()[0].delivered[0], 100);
}

TEST(Timeline, StaysWithinItsBinsAndKeepsEveryPeakAndDrop) {
  LogMemory memory;
  Timeline t(memory);
  constexpr std::int64_t kHour = 3'600'000;
  for (std::int64_t ms = 0; ms < kHour; ms += 50) {
    t.add(event(EventKind::kRouterEnqueue, ms, ms == 1'234'550 ? 99'999 : 576));
    t.add(event(EventKind::kRouterDequeue, ms, 0));
    if (ms % 100'000 == 0)
      t.add(event(EventKind::kDrop, ms, 0, Direction::kDownlink,
                  static_cast<std::uint8_t>(ms % 200'000 == 0 ? DropReason::kRouterFull
                                                              : DropReason::kErrorLoss)));
  }
  t.add(event(EventKind::kDrop, kHour, 0, Direction::kDownlink,
              static_cast<std::uint8_t>(DropReason::kOversize)));
  const auto bins = t.bins();
  EXPECT_LE(bins.size(), Timeline::kMaxBins);
  EXPECT_GT(bins.size(), Timeline::kMaxBins / 2 - 1);
  std::int64_t peak = 0, congestion = 0, errors = 0, others = 0;
  for (const auto& b : bins) {
    peak = std::max(peak, b.router[0].max);
    congestion += b.drops_of(DropKind::kCongestion, 0);
    errors += b.drops_of(DropKind::kError, 0);
    others += b.drops_of(DropKind::kOther, 0);
    EXPECT_EQ(b.router[0].min, 0);
  }
  EXPECT_EQ(peak, 99'999);
  EXPECT_EQ(congestion, 18);
  EXPECT_EQ(errors, 18);
  EXPECT_EQ(others, 1);
}

TEST(Timeline, HasTheStateAtTheEndOfEachBin) {
  LogMemory memory;
  Timeline t(memory);
  t.add(event(EventKind::kStateChange, 0, 0, Direction::kDownlink, 0));
  t.add(event(EventKind::kStateChange, 3, 0, Direction::kDownlink, 1));
  t.add(event(EventKind::kMark, 6, 0, Direction::kDownlink, 0));
  EXPECT_EQ(t.bins()[2].state, 0);
  EXPECT_EQ(t.bins()[3].state, 1);
  EXPECT_EQ(t.bins()[6].state, 1);
}

// The drop of a waiting packet has no level of its own; that of a packet which does not wait (a
// full router's, an arrival's) changes none. A reset empties the send buffer.
TEST(Timeline, DropsLowerTheQueue) {
  LogMemory memory;
  Timeline t(memory);
  const auto add = [&t](EventKind kind, std::int64_t ms, std::int64_t value, std::uint64_t packet) {
    EventRecord e = event(kind, ms, value);
    e.packet = packet;
    e.size = 100;
    t.add(e);
  };
  add(EventKind::kRouterEnqueue, 0, 100, 1);
  add(EventKind::kRouterEnqueue, 0, 200, 2);
  add(EventKind::kDrop, 1, 0, 3);
  add(EventKind::kDrop, 2, 0, 1);
  add(EventKind::kDrop, 3, 0, 2);
  add(EventKind::kSendBufferEnter, 4, 500, 4);
  add(EventKind::kLinkReset, 5, 0, 0);
  add(EventKind::kRouterEnqueue, 6, 100, 5);
  add(EventKind::kRouterDequeue, 6, 0, 5);
  add(EventKind::kDrop, 7, 0, 5);  // behind the router
  const auto& bins = t.bins();
  const auto last = [&bins](std::size_t at) { return bins[at].router[0].last; };
  EXPECT_EQ(last(1), 200);
  EXPECT_EQ(last(2), 100);
  EXPECT_EQ(last(3), 0);
  EXPECT_EQ(last(7), 0);
  EXPECT_EQ(bins[4].send_buffer[0].last, 500);
  EXPECT_EQ(bins[5].send_buffer[0].last, 0);
}

using Span = std::tuple<double, double, int>;

std::vector<Span> spans(const std::vector<std::pair<std::int64_t, std::uint8_t>>& changes,
                        std::size_t max_changes = 100, std::size_t state_count = 2) {
  StateSpans channel(max_changes);
  for (const auto& [ms, state] : changes)
    channel.add(event(EventKind::kStateChange, ms, 0, Direction::kDownlink, state));
  channel.add(event(EventKind::kMark, 8000, 0, Direction::kDownlink, 1));
  std::vector<Span> out;
  for (const auto& s : channel.spans(9, state_count)) out.emplace_back(s.from, s.to, s.state);
  return out;
}

TEST(StateSpans, CoverTheLogFromItsBeginToItsEnd) {
  using testing::ElementsAre;
  EXPECT_THAT(spans({{0, 0}, {2000, 1}, {5000, 0}}),
              ElementsAre(Span{0, 2, 0}, Span{2, 5, 1}, Span{5, 9, 0}));
  // A repeated state is not a change.
  EXPECT_THAT(spans({{0, 0}, {2000, 1}, {3000, 1}, {5000, 0}}),
              ElementsAre(Span{0, 2, 0}, Span{2, 5, 1}, Span{5, 9, 0}));
  EXPECT_THAT(spans({{0, 0}, {2000, 1}, {5000, 0}}, 2), ElementsAre(Span{0, 2, 0}, Span{2, 5, 1}));
  EXPECT_TRUE(spans({}).empty());
  EXPECT_TRUE(spans({{0, 0}}, 100, 1).empty());
}

}  // namespace
}  // namespace seawind
