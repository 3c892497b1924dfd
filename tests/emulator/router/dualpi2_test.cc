// SPDX-License-Identifier: GPL-3.0-or-later
// DualPI2 against RFC 9332, appendix A: the update of p', the coupling, L's own marking, the
// schedulers, overload, and an oracle transcribed from the pseudo-code over random traffic.
#include "emulator/router/dualpi2.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

constexpr RouterContext kLink = link_of(50'000'000, 10, 3);

// Defaults: update every 15 ms, alpha = 0.1 x 0.015 / 0.1^2 = 0.15 Hz, beta = 3 Hz.
TEST(DualPi2, BaseProbabilityByHand) {
  DualPi2Config config;
  RouterRig rig(config, kLink);
  rig.now = at_ms(5);
  rig.put();  // the head of C from here on
  const auto base = [&](double ms) {
    rig.now = at_ms(ms);
    rig.put();
    return rig.as<DualPi2Queue>().base_probability();
  };
  EXPECT_EQ(base(14.999999), 0);
  // 15 ms: delay 10: 0.15 (-5 ms) + 3 (10 ms) = 0.02925
  EXPECT_NEAR(base(15), 0.02925, 1e-12);
  // 30 ms: delay 25: + 0.15 (10 ms) + 3 (15 ms) = + 0.0465
  EXPECT_NEAR(base(44.999), 0.07575, 1e-12);
  // 45 and 60 ms: delay 40, 55: + 0.15 (25 ms) + 0.045, + 0.15 (40 ms) + 0.045
  EXPECT_NEAR(base(60), 0.17550, 1e-12);
}

TEST(DualPi2, TheLongerOfBothWaitsCounts) {
  for (std::uint8_t first = 0; first < 2; ++first) {
    RouterRig rig(DualPi2Config{}, kLink);
    rig.now = at_ms(5);
    rig.put({.ecn = first});
    rig.now = at_ms(10);
    rig.put({.ecn = static_cast<std::uint8_t>(1 - first)});
    rig.now = at_ms(15);
    rig.put();
    EXPECT_NEAR(rig.as<DualPi2Queue>().base_probability(), 0.02925, 1e-12);
  }
}

// Calls at any interval or at every step give the same p'.
TEST(Pi2Controller, DeferredUpdatesEqualPeriodicUpdates) {
  for (const double bound : {1.0, 0.5}) {
    const Pi2Controller::Parameters p{.update_interval = Duration::milliseconds(15),
                                      .target = Duration::milliseconds(15),
                                      .alpha = 0.15,
                                      .beta = 3,
                                      .bound = bound};
    Pi2Controller lazy;
    Pi2Controller punctual;
    RandomStream random(1, "lazy");
    std::int64_t now = 0;
    std::optional<Time> oldest;
    bool reached = false;
    for (int i = 0; i < 4000; ++i) {
      const double scale = random.next() % 20 == 0 ? 60e9 : 40e6;
      const std::int64_t next = now + static_cast<std::int64_t>(random.uniform() * scale);
      for (std::int64_t t = now / 15'000'000 + 1; t * 15'000'000 <= next; ++t) {
        punctual.advance(Time::from_ns(t * 15'000'000), oldest, p);
      }
      now = next;
      lazy.advance(Time::from_ns(now), oldest, p);
      ASSERT_EQ(lazy.base(), punctual.base()) << i;
      reached = reached || lazy.base() == bound;
      switch (random.next() % 3) {
        case 0:
          oldest.reset();
          break;
        case 1:
          oldest = Time::from_ns(std::max<std::int64_t>(
              0, now - static_cast<std::int64_t>(random.next() % 30'000'000)));
          break;
        default:
          break;
      }
    }
    EXPECT_TRUE(reached);
  }
}

// A step at 1 ms, as in Linux: below it no packet is marked, above it every packet except a single
// one.
TEST(DualPi2, StepMarkingInTheLowLatencyQueue) {
  DualPi2Config config;
  config.l4s_threshold = Duration::milliseconds(1);
  config.l4s_range = Duration();
  RouterRig rig(config, kLink);
  for (int i = 0; i < 8; ++i) rig.put({.size = 1500, .ecn = 1});
  rig.events();
  rig.now = at_ms(1);
  rig.get();
  rig.get();
  rig.now = Time::from_ns(1'000'001);
  for (int i = 0; i < 6; ++i) rig.get();
  // recur() adds 1 and signals when the sum exceeds 1: from the second packet on. 8 is alone in L.
  EXPECT_EQ(rig.events(),
            "out:1 out:2 out:3 mark:4 out:4 mark:5 out:5 mark:6 out:6 mark:7 out:7 out:8");
}

TEST(DualPi2, RampMarkingIsLinear) {
  DualPi2Config config;  // 800 us, + 400 us
  for (const auto& [wait_us, share] :
       {std::pair{800, 0.0}, {900, 0.25}, {1000, 0.5}, {1200, 1.0}}) {
    RouterRig rig(config, kLink);
    rig.keep_events = false;
    for (int i = 0; i < 401; ++i) rig.put({.size = 100, .ecn = 1});
    rig.now = Time::from_ns(wait_us * 1000);
    for (int i = 0; i < 400; ++i) rig.get();
    EXPECT_NEAR(static_cast<double>(rig.marks), share * 400, 1) << wait_us;
  }
}

TEST(DualPi2, ClassificationAndClassicEcn) {
  DualPi2Config config;
  config.l4s_threshold = Duration::seconds(10);
  config.alpha = 0;
  config.beta = 3;  // one update at 15 ms with a delay of 15: p' = 0.045
  RouterRig rig(config, kLink);
  rig.keep_events = false;
  for (int i = 0; i < 2000; ++i) {
    rig.put({.size = 60, .ecn = static_cast<std::uint8_t>(i % 4)});
  }
  rig.now = at_ms(15);
  std::array<std::uint64_t, 4> marked{};
  std::array<std::uint64_t, 4> out{};
  while (const Packet packet = rig.take()) {
    const std::size_t was = (packet.id() - 1) % 4;
    ++out[was];
    if (was != 3 && packet.ip().ecn == 3) ++marked[was];
  }
  ASSERT_NEAR(rig.as<DualPi2Queue>().base_probability(), 0.045, 1e-12);
  // L (ECT(1) and CE): p_CL = 0.09 of 1000; C: p_C = 0.002025 of 1000, ECT(0) marked, others
  // dropped.
  EXPECT_EQ(out[1] + out[3], 1000u);
  EXPECT_NEAR(static_cast<double>(marked[1]), 45, 8);
  EXPECT_EQ(marked[2] + rig.dropped_packets, 2u);
  EXPECT_EQ(marked[0], 0u);
}

TEST(DualPi2, WeightedRoundRobinGivesTheClassicQueueItsShareInBytes) {
  DualPi2Config config;
  config.classic_weight = 0.1;
  config.limit = {.packets = 100'000};
  config.alpha = config.beta = 0;
  config.l4s_threshold = Duration::seconds(10);
  RouterRig rig(config, kLink);
  rig.keep_events = false;
  for (int i = 0; i < 20'000; ++i) {
    rig.put({.size = 300, .ecn = 1});
    rig.put({.size = 1500, .ecn = 0});
  }
  std::int64_t classic = 0;
  std::int64_t all = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Packet packet = rig.take();
    all += packet.size();
    classic += packet.ip().ecn == 0 ? packet.size() : 0;
    ASSERT_NEAR(static_cast<double>(classic), 0.1 * static_cast<double>(all), 1500);
  }
  // The only remaining queue gets the whole link.
  while (rig.take().ip().ecn == 1) {
  }
}

TEST(DualPi2, TimeShiftedFifo) {
  DualPi2Config config;
  config.scheduler = DualPi2Config::Scheduler::kTimeShiftedFifo;
  config.time_shift = Duration::milliseconds(50);
  for (const std::int64_t ns : {0, 1}) {
    RouterRig rig(config, kLink);
    rig.put({.ecn = 0});  // 1
    rig.now = Time::from_ns(50'000'000 + ns);
    rig.put({.ecn = 1});  // 2
    EXPECT_EQ(rig.get(), ns == 0 ? 2u : 1u);
  }
}

TEST(DualPi2, OverloadDropsBothQueuesAndWithoutItOnlyTheLimitDoes) {
  for (const bool drop : {true, false}) {
    DualPi2Config config;
    config.drop_on_overload = drop;
    config.limit = {.packets = 5000};
    RouterRig rig(config, kLink);
    rig.keep_events = false;
    // All packets are ECN-capable; the load is twice the link's capacity, for both queues.
    for (int ms = 1; ms < 4000; ++ms) {
      rig.now = at_ms(ms);
      for (int i = 0; i < 5; ++i) {
        rig.put({.size = 1000, .ecn = 1});
        rig.put({.size = 1000, .ecn = 2});
      }
      for (int i = 0; i < 5; ++i) rig.get();
    }
    const double base = rig.as<DualPi2Queue>().base_probability();
    if (drop) {
      EXPECT_NEAR(base * base, 0.5, 0.1);  // p_C drops the excess
      EXPECT_EQ(rig.drops[DropReason::kRouterFull], 0u);
      EXPECT_GT(rig.drops[DropReason::kEarly], 15'000u);
    } else {
      EXPECT_DOUBLE_EQ(base, 0.5);  // p_CL = 1
      EXPECT_EQ(rig.drops[DropReason::kEarly], 0u);
      EXPECT_GT(rig.drops[DropReason::kRouterFull], 10'000u);
    }
  }
}

TEST(DualPi2, DefaultLimitIsAQuarterOfASecond) {
  EXPECT_EQ(RouterRig(DualPi2Config{}, kLink).router->limit().bytes, 1'562'500);
}

// -------------------------------------------------------------------------------------- the oracle

// Appendix A.1 and A.2 with the RFC's names and punctual updates. Weighted round robin uses an
// independent account: the bytes each queue has sent while both were backlogged.
struct Rfc9332 {
  struct Item {
    std::uint64_t id;
    std::size_t size;
    int ecn;
    double ts;
  };
  static constexpr double k = 2, target = 0.015, Tupdate = 0.015, alpha = 0.15, beta = 3;
  static constexpr double minTh = 0.0008, range = 0.0004, Th_len = 1, p_Lmax = 1, p_Cmax = 0.25;
  std::deque<Item> lq, cq;
  double p = 0, p_CL = 0, p_C = 0, prevq = 0;
  double l_count = 0, c_count = 0;
  double l_bytes = 0, c_bytes = 0;
  Words events;

  void update(double t) {
    double curq = 0;
    if (!cq.empty()) curq = t - cq.front().ts;
    if (!lq.empty()) curq = std::max(curq, t - lq.front().ts);
    p = p + alpha * (curq - target) + beta * (curq - prevq);
    p = std::min(std::max(p, 0.0), 1.0);
    p_CL = k * p;
    p_C = p * p;
    prevq = curq;
  }
  static bool recur(double& count, double likelihood) {
    count += std::min(likelihood, 1.0);
    if (count > 1) {
      count -= 1;
      return true;
    }
    return false;
  }
  void emit(const char* what, const Item& pkt, const char* why = "") {
    events.add(fmt::format("{}:{}{}", what, pkt.id, why));
  }
  void dequeue(double now) {
    while (!lq.empty() || !cq.empty()) {
      const bool both = !lq.empty() && !cq.empty();
      const bool l = cq.empty() || (!lq.empty() && 0.1 * l_bytes - 0.9 * c_bytes <= 1e-6);
      auto& q = l ? lq : cq;
      const double length = static_cast<double>(lq.size());
      const Item pkt = q.front();
      q.pop_front();
      if (l) {
        if (p_CL < p_Lmax) {
          const double qdelay = now - pkt.ts;
          double own = 0;
          if (length > Th_len) own = std::clamp((qdelay - minTh) / range, 0.0, 1.0);
          if (recur(l_count, std::max(own, p_CL)) && pkt.ecn != 3) emit("mark", pkt);
        } else {
          if (recur(l_count, p_C)) {
            emit("drop", pkt, "(early)");
            continue;
          }
          if (recur(l_count, p_CL) && pkt.ecn != 3) emit("mark", pkt);
        }
      } else if (recur(c_count, p_C)) {
        if (pkt.ecn == 0 || p_C >= p_Cmax) {
          emit("drop", pkt, "(early)");
          continue;
        }
        emit("mark", pkt);
      }
      if (both) {
        (l ? l_bytes : c_bytes) += static_cast<double>(pkt.size);
      } else {
        l_bytes = c_bytes = 0;
      }
      emit("out", pkt);
      return;
    }
  }
};

TEST(DualPi2, AgreesWithTheRfcOverRandomTraffic) {
  std::uint64_t marks = 0;
  std::uint64_t drops = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    DualPi2Config config;
    config.limit = {.packets = 1'000'000};
    RouterRig rig(config, kLink);
    Rfc9332 rfc;
    RandomStream random(seed, "dualpi2");
    std::int64_t next_in = 1000;
    std::int64_t next_out = 1700;
    std::int64_t next_update = 15'000'000;
    for (int i = 0; i < 20'000; ++i) {
      const std::int64_t now = std::min(next_in, next_out);
      for (; next_update <= now; next_update += 15'000'000) {
        rfc.update(static_cast<double>(next_update) / 1e9);
      }
      rig.now = Time::from_ns(now);
      rig.events();
      if (now == next_in) {
        const std::size_t size = 28 + random.next() % 1473;
        const auto ecn = static_cast<std::uint8_t>(random.next() % 4);
        const std::uint64_t id = rig.put({.size = size, .ecn = ecn});
        (ecn % 2 == 1 ? rfc.lq : rfc.cq).push_back({id, size, ecn, static_cast<double>(now) / 1e9});
        const double gap = i / 2500 % 4 == 3 ? 0.5e6 : i / 2500 % 4 == 2 ? 0.9e6 : 1.3e6;
        next_in =
            now +
            1000 * (1 + static_cast<std::int64_t>(-std::log(1 - random.uniform()) * gap / 1000));
      } else {
        rfc.dequeue(static_cast<double>(now) / 1e9);
        rig.get();
        ASSERT_EQ(rig.events(), rfc.events.take()) << "seed " << seed << " step " << i;
        next_out = now + 1'000'000;
      }
    }
    marks += rig.marks;
    drops += rig.dropped_packets;
  }
  EXPECT_GT(marks, 2000u);
  EXPECT_GT(drops, 400u);
}

}  // namespace
}  // namespace seawind::test
