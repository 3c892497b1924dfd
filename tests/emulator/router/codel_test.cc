// SPDX-License-Identifier: GPL-3.0-or-later
// CoDel against RFC 8289: the control law by hand, and an oracle transcribed from the pseudo-code
// of section 5 over random traffic.
#include "emulator/router/codel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "tests/emulator/router/aqm_fixture.h"

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
  AqmBench bench(config_of(false));
  bench.keep_lines = false;
  for (int i = 0; i < 800; ++i) bench.put({.size = 1000});
  std::vector<int> drops_at;
  for (int ms = 1; ms <= 500; ++ms) {
    bench.now = at_ms(ms);
    const std::uint64_t before = bench.dropped_packets;
    bench.get();
    for (std::uint64_t i = before; i < bench.dropped_packets; ++i) drops_at.push_back(ms);
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
  EXPECT_EQ(bench.drops[DropReason::kEarly], drops_at.size());
}

TEST(Codel, ToTheNanosecond) {
  for (const std::int64_t late : {-1, 0}) {
    AqmBench bench(config_of(false));
    for (int i = 0; i < 10; ++i) bench.put({.size = 1000});
    bench.now = Time::from_ns(4'999'999);
    bench.get();  // below target: does not count
    bench.now = at_ms(5);
    bench.get();  // above target from now on
    bench.now = Time::from_ns(105'000'000 + late);
    bench.get();
    EXPECT_EQ(bench.dropped_packets, late == 0 ? 1u : 0u);
  }
}

TEST(Codel, NeverDropsWithAtMostOneMtuBehind) {
  AqmBench bench(config_of(false));
  for (int i = 0; i < 3; ++i) bench.put({.size = 1500});
  for (int i = 0; i < 3; ++i) {
    bench.now = at_ms(200 * (i + 1));
    bench.get();
  }
  EXPECT_EQ(bench.sent, 3u);
  EXPECT_EQ(bench.get(), 0u);
}

TEST(Codel, EctIsMarkedInsteadAndHandedOut) {
  AqmBench bench(config_of(true));
  for (int i = 0; i < 20; ++i) {
    bench.put({.size = 1000,
               .ecn = static_cast<std::uint8_t>(i == 2   ? 0
                                                : i == 3 ? 3
                                                         : 1 + i % 2)});
  }
  bench.lines();
  bench.now = at_ms(5);
  bench.get();
  bench.now = at_ms(105);
  bench.get();  // marked; next at 205
  bench.now = at_ms(205);
  bench.get();  // 3 is not ECT: dropped, next at 275.7; 4 is below that: returned unchanged
  bench.now = at_ms(276);
  bench.get();  // marked
  EXPECT_EQ(bench.lines(), (std::vector<std::string>{"out 1", "mark 2", "out 2", "drop 3 early",
                                                     "out 4", "mark 5", "out 5"}));
}

TEST(Codel, CeThreshold) {
  CodelConfig config = config_of(true);
  config.ce_threshold = Duration::milliseconds(1);
  AqmBench bench(config);
  for (const int ecn : {1, 1, 0}) {
    bench.put({.size = 100, .ecn = static_cast<std::uint8_t>(ecn)});
  }
  bench.lines();
  bench.now = at_ms(1);
  bench.get();
  bench.now = Time::from_ns(1'000'001);
  bench.get();
  bench.get();
  EXPECT_EQ(bench.lines(), (std::vector<std::string>{"out 1", "mark 2", "out 2", "out 3"}));
}

TEST(Codel, PhysicalLimitDropsAtTheTail) {
  CodelConfig config = config_of(true);
  config.limit = {.bytes = 1000};
  AqmBench bench(config);
  bench.put({.size = 900, .ecn = 1});
  bench.put({.size = 101, .ecn = 1});
  bench.put({.size = 100, .ecn = 1});
  EXPECT_EQ(bench.lines(), (std::vector<std::string>{"in 1", "drop 2 router_full", "in 3"}));
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
  std::vector<std::string> lines;

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
  void drop(const Item& item) { lines.push_back("drop " + std::to_string(item.id) + " early"); }
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
    if (r.p != nullptr) lines.push_back("out " + std::to_string(r.p->id));
  }
};

TEST(Codel, AgreesWithTheRfcOverRandomTraffic) {
  std::size_t drops = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    AqmBench bench(config_of(false));
    Rfc8289 oracle;
    RandomStream random(seed, "codel");
    std::int64_t now = 1;
    std::int64_t next_in = 1;
    std::int64_t next_out = 1;
    for (int i = 0; i < 20'000; ++i) {
      now = std::min(next_in, next_out);
      bench.now = Time::from_ns(now);
      bench.lines();
      if (now == next_in) {
        const std::size_t size = 28 + random.next() % 1473;
        const std::uint64_t id = bench.put({.size = size, .ecn = 1});
        oracle.queue.push_back({id, size, now});
        oracle.bytes += size;
        const double load = i / 4000 % 2 == 0 ? 0.8e6 : 1.3e6;  // ns between packets
        next_in = now + 1 + static_cast<std::int64_t>(-std::log(1 - random.uniform()) * load);
      } else {
        bench.get();
        oracle.lines.clear();
        oracle.deque(now);
        ASSERT_EQ(bench.lines(), oracle.lines) << "seed " << seed << " step " << i;
        next_out = now + 1'000'000;
      }
    }
    drops += bench.dropped_packets;
  }
  EXPECT_GT(drops, 200u);
}

}  // namespace
}  // namespace seawind::test
