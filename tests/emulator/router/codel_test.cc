// SPDX-License-Identifier: GPL-3.0-or-later
// CoDel against RFC 8289: the control law by hand, and an oracle transcribed from the pseudo-code
// of section 5 over random traffic.
#include "emulator/router/codel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

CodelConfig config_of(bool ecn) {
  CodelConfig config;
  config.limit.packets = 10'000;
  config.ecn = ecn;
  return config;
}

// 400 packets of 1000 B wait since 0; one is dequeued every millisecond. The sojourn time is above
// 5 ms from 5 ms on, so the first drop is at 105 ms. The next ones follow 100/sqrt(n) ms apart, at
// the next whole millisecond.
TEST(Codel, ControlLawByHand) {
  RouterRig rig(config_of(false));
  rig.keep_events = false;
  for (int i = 0; i < 800; ++i) rig.put({.size = 1000});
  std::vector<int> drops_at;
  for (int ms = 1; ms <= 500; ++ms) {
    rig.now = at_ms(ms);
    const std::uint64_t before = rig.dropped_packets;
    rig.get();
    for (std::uint64_t i = before; i < rig.dropped_packets; ++i) drops_at.push_back(ms);
  }
  std::vector<int> expected;
  double next = 105;
  for (int count = 1; next <= 500; ++count) {
    expected.push_back(static_cast<int>(std::ceil(next - 1e-6)));
    next += 100 / std::sqrt(count);
  }
  // 105, 205, 275.7, 333.4, 383.4, 428.2, 469.0 ...
  EXPECT_EQ(expected, (std::vector<int>{105, 205, 276, 334, 384, 429, 469}));
  EXPECT_EQ(drops_at, expected);
  EXPECT_EQ(rig.drops[DropReason::kEarly], drops_at.size());
}

TEST(Codel, ToTheNanosecond) {
  for (const std::int64_t late : {-1, 0}) {
    RouterRig rig(config_of(false));
    for (int i = 0; i < 10; ++i) rig.put({.size = 1000});
    rig.now = Time::from_ns(4'999'999);
    rig.get();  // below target: does not count
    rig.now = at_ms(5);
    rig.get();  // above target from now on
    rig.now = Time::from_ns(105'000'000 + late);
    rig.get();
    EXPECT_EQ(rig.dropped_packets, late == 0 ? 1u : 0u);
  }
}

TEST(Codel, NeverDropsWithAtMostOneMtuBehind) {
  RouterRig rig(config_of(false));
  for (int i = 0; i < 3; ++i) rig.put({.size = 1500});
  for (int i = 0; i < 3; ++i) {
    rig.now = at_ms(200 * (i + 1));
    rig.get();
  }
  EXPECT_EQ(rig.sent, 3u);
  EXPECT_EQ(rig.get(), 0u);
}

TEST(Codel, EctIsMarkedInsteadAndHandedOut) {
  RouterRig rig(config_of(true));
  for (int i = 0; i < 20; ++i) {
    rig.put({.size = 1000, .ecn = static_cast<std::uint8_t>(i == 2 ? 0 : i == 3 ? 3 : 1 + i % 2)});
  }
  rig.events();
  rig.now = at_ms(5);
  rig.get();
  rig.now = at_ms(105);
  rig.get();  // marked; next at 205
  rig.now = at_ms(205);
  rig.get();  // 3 is not ECT: dropped, next at 275.7; 4 is below that: returned unchanged
  rig.now = at_ms(276);
  rig.get();  // marked
  EXPECT_EQ(rig.events(), "out:1 mark:2 out:2 drop:3(early) out:4 mark:5 out:5");
}

TEST(Codel, CeThreshold) {
  CodelConfig config = config_of(true);
  config.ce_threshold = Duration::milliseconds(1);
  RouterRig rig(config);
  for (const int ecn : {1, 1, 0}) {
    rig.put({.size = 100, .ecn = static_cast<std::uint8_t>(ecn)});
  }
  rig.events();
  rig.now = at_ms(1);
  rig.get();
  rig.now = Time::from_ns(1'000'001);
  rig.get();
  rig.get();
  EXPECT_EQ(rig.events(), "out:1 mark:2 out:2 out:3");
}

TEST(Codel, PhysicalLimitDropsAtTheTail) {
  CodelConfig config = config_of(true);
  config.limit = {.bytes = 1000};
  RouterRig rig(config);
  rig.put({.size = 900, .ecn = 1});
  rig.put({.size = 101, .ecn = 1});
  rig.put({.size = 100, .ecn = 1});
  EXPECT_EQ(rig.events(), "in:1 drop:2(router_full) in:3");
}

// Section 5 of the RFC, with its names.
struct Rfc8289 {
  struct Item {
    std::uint64_t id;
    std::size_t size;
    std::int64_t tstamp;
  };
  static constexpr std::int64_t TARGET = 5'000'000;
  static constexpr std::int64_t INTERVAL = 100'000'000;
  static constexpr std::size_t MAXPACKET = 1500;
  std::deque<Item> queue;
  std::size_t bytes = 0;
  std::int64_t first_above_time_ = 0;
  std::int64_t drop_next_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t lastcount_ = 0;
  bool dropping_ = false;
  Words events;

  struct Result {
    Item* p;
    bool ok_to_drop;
  };
  Item taken{};
  Result dodequeue(std::int64_t now) {
    Result r{nullptr, false};
    if (queue.empty()) {
      first_above_time_ = 0;
      return r;
    }
    taken = queue.front();
    queue.pop_front();
    bytes -= taken.size;
    r.p = &taken;
    const std::int64_t sojourn_time = now - taken.tstamp;
    if (sojourn_time < TARGET || bytes <= MAXPACKET) {
      first_above_time_ = 0;
    } else {
      if (first_above_time_ == 0) {
        first_above_time_ = now + INTERVAL;
      } else if (now >= first_above_time_) {
        r.ok_to_drop = true;
      }
    }
    return r;
  }
  std::int64_t control_law(std::int64_t t, std::uint32_t count) {
    return t + static_cast<std::int64_t>(INTERVAL / std::sqrt(count));
  }
  void drop(const Item& item) { events.add(fmt::format("drop:{}(early)", item.id)); }
  void deque(std::int64_t now) {
    Result r = dodequeue(now);
    if (dropping_) {
      if (!r.ok_to_drop) dropping_ = false;
      while (now >= drop_next_ && dropping_) {
        drop(*r.p);
        ++count_;
        r = dodequeue(now);
        if (!r.ok_to_drop) {
          dropping_ = false;
        } else {
          drop_next_ = control_law(drop_next_, count_);
        }
      }
    } else if (r.ok_to_drop) {
      drop(*r.p);
      r = dodequeue(now);
      dropping_ = true;
      const std::uint32_t delta = count_ - lastcount_;
      count_ = 1;
      if (delta > 1 && now - drop_next_ < 16 * INTERVAL) count_ = delta;
      drop_next_ = control_law(now, count_);
      lastcount_ = count_;
    }
    if (r.p != nullptr) events.add(fmt::format("out:{}", r.p->id));
  }
};

TEST(Codel, AgreesWithTheRfcOverRandomTraffic) {
  std::size_t drops = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    RouterRig rig(config_of(false));
    Rfc8289 oracle;
    RandomStream random(seed, "codel");
    std::int64_t now = 1;
    std::int64_t next_in = 1;
    std::int64_t next_out = 1;
    for (int i = 0; i < 20'000; ++i) {
      now = std::min(next_in, next_out);
      rig.now = Time::from_ns(now);
      rig.events();
      if (now == next_in) {
        const std::size_t size = 28 + random.next() % 1473;
        const std::uint64_t id = rig.put({.size = size, .ecn = 1});
        oracle.queue.push_back({id, size, now});
        oracle.bytes += size;
        const double load = i / 4000 % 2 == 0 ? 0.8e6 : 1.3e6;  // ns between packets
        next_in = now + 1 + static_cast<std::int64_t>(-std::log(1 - random.uniform()) * load);
      } else {
        rig.get();
        oracle.deque(now);
        ASSERT_EQ(rig.events(), oracle.events.take()) << "seed " << seed << " step " << i;
        next_out = now + 1'000'000;
      }
    }
    drops += rig.dropped_packets;
  }
  EXPECT_GT(drops, 200u);
}

}  // namespace
}  // namespace seawind::test
