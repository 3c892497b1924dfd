// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/tail_drop.h"

#include <gtest/gtest.h>

#include <deque>

#include "emulator/core/random.h"
#include "tests/support/ip_bytes.h"

namespace seawind {
namespace {

struct Events : QueueEvents {
  void enqueued(const Packet& packet, std::uint8_t traffic_class) override {
    EXPECT_EQ(traffic_class, 0);
    in.push_back(packet.id());
  }
  void dropped(const Packet& packet, DropReason reason) override {
    EXPECT_EQ(reason, DropReason::kRouterFull);
    out.push_back(packet.id());
  }
  void marked(const Packet&) override { ADD_FAILURE(); }
  void modified(const Packet&) override { ADD_FAILURE(); }
  void measured(EventKind, std::uint8_t, std::int64_t) override { ADD_FAILURE(); }
  std::vector<std::uint64_t> in;
  std::vector<std::uint64_t> out;
};

class TailDrop : public testing::Test {
 protected:
  void enqueue(QueueDiscipline& queue, std::uint64_t id, std::size_t size) {
    queue.enqueue(Packet::copy_of(pool_, id, now_, test::ipv4_udp(size), 0), now_);
  }
  PacketPool pool_;
  Events events_;
  Node node_{RouterContext{}, 0, events_};
  Time now_ = Time::from_ns(77);
};

TEST_F(TailDrop, ByBytesTheWholePacketMustFit) {
  TailDropQueue queue({.limit = {.bytes = 1000}}, node_);
  enqueue(queue, 1, 900);
  enqueue(queue, 2, 101);
  enqueue(queue, 3, 100);
  EXPECT_EQ(queue.bytes(), 1000);
  EXPECT_EQ(queue.packets(), 2);
  EXPECT_EQ(events_.in, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(events_.out, std::vector<std::uint64_t>{2});
}

TEST_F(TailDrop, WithOverfillTheContentMustBeBelowTheLimit) {
  TailDropQueue queue({.limit = {.bytes = 1000}, .overfill = true}, node_);
  enqueue(queue, 1, 900);
  enqueue(queue, 2, 99);
  enqueue(queue, 3, 500);  // admitted: the last packet may exceed the limit
  enqueue(queue, 4, 28);
  EXPECT_EQ(queue.bytes(), 1499);
  EXPECT_EQ(events_.in, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(events_.out, std::vector<std::uint64_t>{4});
  queue.dequeue(now_);
  EXPECT_EQ(queue.bytes(), 599);
  enqueue(queue, 5, 401);
  EXPECT_EQ(queue.bytes(), 1000);
  enqueue(queue, 6, 28);  // at the limit is not below it
  EXPECT_EQ(events_.out, (std::vector<std::uint64_t>{4, 6}));
  queue.change(TailDropConfig{.limit = {.bytes = 1000}}, {}, now_);  // overfill is off again
  queue.dequeue(now_);
  enqueue(queue, 7, 101);
  EXPECT_EQ(events_.out, (std::vector<std::uint64_t>{4, 6, 7}));
}

TEST_F(TailDrop, WithOverfillPacketsCountAsBefore) {
  TailDropQueue queue({.limit = {.packets = 2}, .overfill = true}, node_);
  for (std::uint64_t id = 1; id <= 3; ++id) enqueue(queue, id, 100);
  EXPECT_EQ(events_.out, std::vector<std::uint64_t>{3});
}

TEST_F(TailDrop, ReadyNowUnlessEmpty) {
  TailDropQueue queue({.limit = {.packets = 1}}, node_);
  EXPECT_EQ(queue.next_ready(now_), Time::max());
  EXPECT_FALSE(queue.dequeue(now_));
  enqueue(queue, 1, 100);
  EXPECT_EQ(queue.next_ready(now_), now_);
  EXPECT_EQ(queue.dequeue(now_).id(), 1u);
  EXPECT_EQ(queue.next_ready(now_), Time::max());
}

TEST_F(TailDrop, ASmallerLimitDropsNothingAndAdmitsNothingUntilItFits) {
  TailDropQueue queue({.limit = {.packets = 3}}, node_);
  for (std::uint64_t id = 1; id <= 3; ++id) enqueue(queue, id, 100);
  queue.change(TailDropConfig{.limit = {.packets = 2}}, {}, now_);
  EXPECT_EQ(queue.packets(), 3);
  queue.dequeue(now_);
  enqueue(queue, 4, 100);
  queue.dequeue(now_);
  enqueue(queue, 5, 100);
  EXPECT_EQ(events_.out, std::vector<std::uint64_t>{4});
  EXPECT_EQ(queue.packets(), 2);
}

// Mixed sizes against a simple model: FIFO order, exact counts.
TEST_F(TailDrop, RandomTrafficKeepsOrderAndCounts) {
  TailDropQueue queue({.limit = {.bytes = 20'000, .packets = 30}}, node_);
  std::deque<std::pair<std::uint64_t, std::int64_t>> model;
  std::int64_t bytes = 0;
  RandomStream random(5, "tail drop");
  for (std::uint64_t id = 1; id <= 20'000; ++id) {
    const std::size_t size = 28 + random.next() % 1473;
    const bool fits = bytes + static_cast<std::int64_t>(size) <= 20'000 && model.size() < 30;
    enqueue(queue, id, size);
    if (fits) {
      model.emplace_back(id, size);
      bytes += static_cast<std::int64_t>(size);
      ASSERT_EQ(events_.in.back(), id);
    } else {
      ASSERT_EQ(events_.out.back(), id);
    }
    while (!model.empty() && random.next() % 2 == 0) {
      ASSERT_EQ(queue.dequeue(now_).id(), model.front().first);
      bytes -= model.front().second;
      model.pop_front();
    }
    ASSERT_EQ(queue.bytes(), bytes);
    ASSERT_EQ(queue.packets(), static_cast<std::int64_t>(model.size()));
  }
  EXPECT_GT(events_.out.size(), 100u);
}

}  // namespace
}  // namespace seawind
