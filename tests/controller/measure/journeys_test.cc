// SPDX-License-Identifier: GPL-3.0-or-later
// The packets of an event log, followed through the link.
#include "controller/measure/journeys.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

EventRecord event(EventKind kind, std::uint64_t packet) {
  EventRecord e{};
  e.kind = kind;
  e.packet = packet;
  return e;
}

TEST(Journeys, APacketIsFollowedUntilItLeavesTheLink) {
  for (const EventKind end : {EventKind::kDelivered, EventKind::kDrop}) {
    LogMemory memory;
    Journeys<int> journeys(memory);
    journeys.begin(event(EventKind::kArrival, 1), 10);
    journeys.begin(event(EventKind::kArrival, 2)) = 20;
    int* first = journeys.follow(event(EventKind::kRouterEnqueue, 1));
    ASSERT_NE(first, nullptr);
    *first = 11;
    EXPECT_EQ(*journeys.follow(event(EventKind::kMark, 1)), 11);
    EXPECT_EQ(*journeys.follow(event(end, 1)), 11);
    EXPECT_EQ(journeys.follow(event(end, 1)), nullptr);
    EXPECT_EQ(*journeys.follow(event(EventKind::kMark, 2)), 20);
  }
}

TEST(Journeys, APacketThatNeverArrivedHasNone) {
  LogMemory memory;
  Journeys<int> journeys(memory);
  EXPECT_EQ(journeys.follow(event(EventKind::kDelivered, 1)), nullptr);
  EXPECT_EQ(journeys.follow(event(EventKind::kStateChange, 0)), nullptr);
}

TEST(Journeys, ASecondArrivalReplacesTheFirst) {
  LogMemory memory;
  Journeys<int> journeys(memory);
  journeys.begin(event(EventKind::kArrival, 1), 10);
  journeys.begin(event(EventKind::kArrival, 1), 30);
  EXPECT_EQ(*journeys.follow(event(EventKind::kDelivered, 1)), 30);
  EXPECT_EQ(journeys.follow(event(EventKind::kDelivered, 1)), nullptr);
}

}  // namespace
}  // namespace seawind
