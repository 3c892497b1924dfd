// SPDX-License-Identifier: GPL-3.0-or-later
// No reordering over any change of rate and delay (experiments V16, D15): every delivery time is
// compared with the formulas of model 4, written again here.
#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/core/random.h"
#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

std::int64_t air_ns(std::size_t bytes, std::int64_t rate) {
  const std::int64_t bit_ns = static_cast<std::int64_t>(bytes) * 8 * 1'000'000'000;
  return (bit_ns + rate - 1) / rate;
}

struct Expected {
  std::int64_t time;
  std::uint64_t id;
};

// One transmitter; a frame keeps the rate and the delay that were in force at its start.
class Model {
 public:
  explicit Model(ReleaseOrder order) : order_(order) {}

  void change(std::int64_t at, std::int64_t rate, std::int64_t delay) {
    changes_.push_back({at, rate, delay});
  }
  void packet(std::int64_t at, std::size_t size, std::uint64_t id) {
    const std::int64_t start = std::max(at, free_);
    const Change* now = nullptr;
    for (const Change& change : changes_) {
      if (change.at <= start) now = &change;
    }
    const std::int64_t tx = air_ns(size, now->rate);
    free_ = start + tx;
    const std::int64_t arrival = start + tx + now->delay;
    if (order_ == ReleaseOrder::kNone) {
      latest_ = arrival;
    } else if (order_ == ReleaseOrder::kInOrder) {
      latest_ = std::max(latest_, arrival);
    } else {
      latest_ = arrival < latest_ ? latest_ + tx : arrival;
    }
    out_.push_back({latest_, id});
  }
  std::vector<Expected> deliveries() {
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Expected& a, const Expected& b) { return a.time < b.time; });
    return out_;
  }

 private:
  struct Change {
    std::int64_t at, rate, delay;
  };
  ReleaseOrder order_;
  std::vector<Change> changes_;
  std::vector<Expected> out_;
  std::int64_t free_ = 0;
  std::int64_t latest_ = std::numeric_limits<std::int64_t>::min();
};

class ReleaseOrders : public testing::TestWithParam<ReleaseOrder> {};

TEST_P(ReleaseOrders, FollowTheModelOverRandomSchedules) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "schedule");
    const auto between = [&random](std::int64_t low, std::int64_t high) {
      return low +
             static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(high - low + 1));
    };
    HopConfig config;
    config.downlink = config.uplink = plain_direction(64'000, Duration::milliseconds(300));
    config.downlink.release = GetParam();
    Model model(GetParam());
    model.change(0, 64'000, 300'000'000);
    // Odd instants, so that no change coincides with a packet's start.
    HopConfig next = config;
    std::int64_t at = 0;
    for (int i = 0; i < 20; ++i) {
      at += 2 * between(1, 500'000'000);
      const std::int64_t rate = between(10'000, 2'000'000);
      const std::int64_t delay = between(0, 600'000'000);
      next.downlink.states[0].rate = rate;
      next.downlink.states[0].propagation_delay = Duration::nanoseconds(delay);
      config.changes.push_back({Time::from_ns(at + 1), std::make_shared<const HopConfig>(next)});
      model.change(at + 1, rate, delay);
    }
    TestHop rig(config);
    std::int64_t when = 0;
    for (std::uint64_t id = 1; id <= 400; ++id) {
      when += 2 * between(0, random.uniform() < 0.1 ? 200'000'000 : 10'000'000);
      const auto size = static_cast<std::size_t>(between(28, 1500));
      rig.run_until(Time::from_ns(when));
      ASSERT_EQ(rig.send(kDown, size), id);
      model.packet(when, size, id);
    }
    rig.drain();
    const std::vector<Expected> expected = model.deliveries();
    ASSERT_EQ(rig.delivered[0].size(), expected.size());
    std::uint64_t last = 0;
    bool overtaken = false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(rig.delivered[0][i].time.ns(), expected[i].time) << i;
      ASSERT_EQ(rig.delivered[0][i].id, expected[i].id) << i;
      overtaken = overtaken || expected[i].id < last;
      last = expected[i].id;
    }
    if (GetParam() != ReleaseOrder::kNone) {
      EXPECT_FALSE(overtaken);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(V16, ReleaseOrders,
                         testing::Values(ReleaseOrder::kInOrder, ReleaseOrder::kSpaced,
                                         ReleaseOrder::kNone));

}  // namespace
}  // namespace seawind::test
