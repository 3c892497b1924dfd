// SPDX-License-Identifier: GPL-3.0-or-later
// RED against experiments RQ1-RQ8 and figure 2 of Floyd, Jacobson 1993: values worked by hand, and
// an oracle written from the paper's pseudo-code with its own average and count.
#include "emulator/router/red.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "tests/emulator/router/reference_red.h"
#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

// ----------------------------------------------------------------------------------- the average

TEST(RedAverage, IsUpdatedOnArrivalWithTheQueueTheArrivalFinds) {
  RedConfig config = reference();
  config.weight_exponent = 1;  // w = 1/2
  RouterRig rig(config);
  rig.keep_averages = true;
  rig.put({.size = 100});  // finds 0
  rig.put({.size = 300});  // finds 100: 50
  rig.put({.size = 40});   // finds 400: 225
  rig.get();
  rig.put({.size = 28});  // finds 340: 282.5
  EXPECT_EQ(rig.events(), "in:1 average:12800 in:2 average:57600 in:3 out:1 average:72320 in:4");
}

TEST(RedAverage, IdlesByTheFormerParametersUntilTheyChange) {
  const auto averages = [](int exponent_after) {
    RedConfig config = reference();
    config.weight_exponent = 1;
    RouterRig rig(config);
    rig.link.link_rate = 64'000;
    rig.change(config);
    rig.put({.size = 1000});
    rig.put({.size = 1000});
    rig.drain();
    rig.now = at_ms(10'000);  // half of it is left after 72 ms: nothing
    config.weight_exponent = exponent_after;
    rig.change(config);
    rig.put({.size = 28});
    return rig.as<RedQueue>().average();
  };
  EXPECT_LT(averages(1), 1e-9);
  EXPECT_LT(averages(20), 1e-9);
}

TEST(RedAverage, EndsWithItsRouter) {
  RedConfig config = reference();
  config.weight_exponent = 1;
  RouterRig rig(config);
  rig.keep_averages = true;
  rig.put({.size = 100});
  rig.put({.size = 300});
  rig.events();
  rig.change(TailDropConfig{});
  EXPECT_EQ(rig.events(), "average:0 in:1 in:2");
}

// Experiments: 5000 B, w = 2^-9, 1 s idle at 64 kbit/s and 576 B: (511/512)^(8000/576) = 0.97321.
TEST(RedAverage, IsDampedByTheServiceTimeOfTheAveragePacket) {
  RedAverage average;
  const RedAverage::Parameters fast{.weight = 1, .link_rate = 64'000, .average_packet = 576};
  const RedAverage::Parameters p{.weight = 1.0 / 512, .link_rate = 64'000, .average_packet = 576};
  average.arrival(0, at_ms(0), fast);
  average.filled();
  average.arrival(5000, at_ms(1), fast);
  ASSERT_EQ(average.value(), 5000);
  average.emptied(at_ms(10));
  EXPECT_NEAR(average.arrival(0, at_ms(1010), p) / 5000, 0.973, 0.0005);
  EXPECT_NEAR(average.value() / 5000, std::pow(511.0 / 512, 8000.0 / 576), 1e-12);
  // Rejected arrivals in the idle time do not damp twice.
  average.arrival(0, at_ms(1500), p);
  EXPECT_NEAR(average.arrival(0, at_ms(2010), p) / 5000, std::pow(511.0 / 512, 16000.0 / 576),
              1e-12);
}

// For any average, idle time, rate, weight and packet size the average stays finite, non-negative
// and at most its former value.
TEST(RedAverage, NoIdleTimeOverflowsIt) {
  RandomStream random(3, "idle");
  const auto log_uniform = [&](double most) {
    return static_cast<std::int64_t>(std::exp(random.uniform() * std::log(most)));
  };
  for (int i = 0; i < 200'000; ++i) {
    RedAverage average;
    RedAverage::Parameters p{.weight = 1,
                             .link_rate = random.next() % 8 == 0 ? 0 : log_uniform(1e12),
                             .average_packet = log_uniform(65535)};
    average.filled();
    const std::int64_t queue = random.next() % 16 == 0 ? 0 : log_uniform(9e18);
    average.arrival(queue, Time(), p);
    const double before = average.value();
    ASSERT_EQ(before, static_cast<double>(queue));
    p.weight = std::ldexp(1.0, -static_cast<int>(random.next() % 31));
    if (p.link_rate > 0 && random.next() % 4 == 0) {
      p.damping.emplace(
          p.weight, static_cast<double>(p.average_packet) * 8 / static_cast<double>(p.link_rate));
    }
    const Time since = Time::from_ns(log_uniform(9.2e18));
    average.emptied(since);
    Time until = Time::from_ns(log_uniform(9.2e18));
    if (random.next() % 16 == 0) until = Time::max();
    const double after = average.arrival(0, until, p);
    ASSERT_TRUE(std::isfinite(after));
    ASSERT_GE(after, 0);
    ASSERT_LE(after, before);
  }
}

// -------------------------------------------------------------------------------- the count rule

// p_b = 0.1 (3456 - 1728) / 3456 = 0.05 in the middle: p_a = 0.05, 0.05/0.95, 0.05/0.90, ...
TEST(RedDecision, CountRuleWorkedByHand) {
  const RedCurve curve{.min = 1728, .max = 5184, .max_probability = 0.1};
  EXPECT_DOUBLE_EQ(curve.probability(3456), 0.05);
  for (int count = 0; count < 20; ++count) {
    const double p_a = count * 0.05 >= 1 - 1e-9 ? 1 : 0.05 / (1 - count * 0.05);
    for (const bool below : {true, false}) {
      RedDecision decision;
      for (int i = 0; i < count; ++i) ASSERT_FALSE(decision.signal(curve, 3456, 576, 0.999999999));
      const double uniform = below ? p_a * 0.999999 : std::min(p_a * 1.000001, 0.9999999);
      EXPECT_EQ(decision.signal(curve, 3456, 576, uniform), below || count == 19) << count;
    }
  }
  RedDecision decision;
  decision.signal(curve, 1727, 576, 0.9);
  EXPECT_EQ(decision.count(), -1);
  decision.signal(curve, 1728, 576, 0.9);  // p_b = 0: never
  EXPECT_EQ(decision.count(), 0);
  EXPECT_FALSE(decision.signal(curve, 1728, 576, 0));
  EXPECT_TRUE(decision.signal(curve, 5184, 576, 0.999999));  // from max_threshold on: always
  EXPECT_EQ(decision.count(), 0);
}

// The interval between signals is uniform on 1 ... 1/p_b (Floyd, Jacobson 1993, section 7).
TEST(RedDecision, SignalsAreUniformlySpaced) {
  const RedCurve curve{.min = 1728, .max = 5184, .max_probability = 0.1};
  RedDecision decision;
  RandomStream random(1, "spacing");
  while (!decision.signal(curve, 3456, 576, random.uniform())) {
  }
  constexpr int kSignals = 40'000;
  std::vector<int> seen(21);
  for (int i = 0; i < kSignals; ++i) {
    std::size_t gap = 1;
    while (!decision.signal(curve, 3456, 576, random.uniform())) ++gap;
    ASSERT_LE(gap, 20u);
    ++seen[gap];
  }
  // After a signal the next packet has count 1, so the gaps are uniform on 1 ... 19.
  const double expected = kSignals / 19.0;
  for (std::size_t gap = 1; gap <= 18; ++gap) {
    EXPECT_NEAR(seen[gap], expected, 6 * std::sqrt(expected)) << gap;
  }
}

TEST(RedDecision, GentleRisesToOneAtTwiceTheMaximum) {
  const RedCurve curve{.min = 1000, .max = 3000, .max_probability = 0.1, .gentle = true};
  EXPECT_DOUBLE_EQ(curve.probability(2999.999999), 0.1 * 1999.999999 / 2000);
  EXPECT_DOUBLE_EQ(curve.probability(3000), 0.1);
  EXPECT_DOUBLE_EQ(curve.probability(4500), 0.55);
  EXPECT_DOUBLE_EQ(curve.probability(6000), 1);
  EXPECT_DOUBLE_EQ(RedCurve({.min = 1000, .max = 3000, .max_probability = 0.1}).probability(3000),
                   1);
}

TEST(RedDecision, ScaledToThePacketSize) {
  const RedCurve curve{.min = 1000, .max = 3000, .max_probability = 0.1, .scale = 1000};
  // p_b = 0.05 x size / 1000; first packet: p_a = p_b.
  for (const auto& [size, p] : {std::pair{100, 0.005}, {1000, 0.05}, {1500, 0.075}}) {
    EXPECT_TRUE(RedDecision().signal(curve, 2000, size, p - 1e-9));
    EXPECT_FALSE(RedDecision().signal(curve, 2000, size, p + 1e-9));
  }
}

// --------------------------------------------------------------------------------- ECN and limit

// With w = 1 the average equals the queue that each arrival finds.
TEST(Red, AboveTheMaximumEctIsMarkedAndTheRestDroppedUntilThePhysicalLimit) {
  RedConfig config = reference();
  config.weight_exponent = 0;
  config.min_threshold = 1000;
  config.max_threshold = 1001;
  config.limit = {.bytes = 2500};
  RouterRig rig(config);
  rig.put({.size = 1001});            // finds 0
  rig.put({.size = 100});             // 1001: signal, not ECT
  rig.put({.size = 100, .ecn = 1});   // signal: marked
  rig.put({.size = 100, .ecn = 2});   // marked
  rig.put({.size = 100, .ecn = 3});   // already marked: kept, no event
  rig.put({.size = 1500, .ecn = 2});  // 1301 + 1500 > 2500: physical
  rig.put({.size = 1500});            // not ECT: early drop comes first
  rig.put({.size = 1199, .ecn = 2});  // fits exactly
  rig.put({.size = 28, .ecn = 2});
  EXPECT_EQ(rig.events(),
            "in:1 drop:2(early) mark:3 in:3 mark:4 in:4 in:5 drop:6(router_full) drop:7(early) "
            "mark:8 in:8 drop:9(router_full)");
  rig.get();
  const Packet out = rig.take();
  EXPECT_EQ(out.id(), 3u);
  EXPECT_EQ(out.ip().ecn, 3);
}

TEST(Red, WithoutEcnEctIsDroppedToo) {
  RedConfig config = reference();
  config.weight_exponent = 0;
  config.min_threshold = 100;
  config.max_threshold = 101;
  config.ecn = false;
  RouterRig rig(config);
  rig.put({.size = 101, .ecn = 2});
  rig.put({.size = 101, .ecn = 2});
  EXPECT_EQ(rig.events(), "in:1 drop:2(early)");
}

TEST(Red, DefaultsScaledToTheLinkAreTheReferenceAt64kbit) {
  RedConfig config;
  config.weight_exponent = 0;
  config.max_probability = 0;
  RouterRig rig(config);
  EXPECT_EQ(rig.router->limit().bytes, 11'520);
  for (const std::size_t size : {1500, 1500, 1500, 683, 28}) rig.put({.size = size});
  EXPECT_EQ(rig.dropped_packets, 0u);  // finds 5183 B: below 45 %
  rig.put();
  EXPECT_EQ(rig.drops[DropReason::kEarly], 1u);
  EXPECT_EQ(RouterRig(RedConfig{}, link_of(50'000'000, 10)).router->limit().bytes, 1'500'000);
}

// ------------------------------------------------------------------------------------ the oracle

// Figure 2 of the paper, with its names, for mixed sizes, mixed ECN and idle times.
TEST(Red, AgreesWithThePaperOverRandomTraffic) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    RouterContext link = link_of(64'000, 300, seed);
    link.direction = Direction::kUplink;
    RedConfig config = reference();
    config.weight_exponent = seed % 2 == 0 ? 9 : 3;
    RouterRig rig(config, link);
    RandomStream draws(seed, "router uplink class 0");
    RandomStream traffic(seed, "traffic");
    double avg = 0;
    double q_time = 0;
    int count = -1;
    const double w = std::ldexp(1.0, -config.weight_exponent);
    std::deque<std::size_t> queue;
    double q = 0;
    double free_at = 0;
    double t = 0;
    std::uint64_t early = 0;
    std::uint64_t marked = 0;
    for (int i = 0; i < 20'000; ++i) {
      t += -std::log(1 - traffic.uniform()) * (i % 3000 < 2000 ? 0.05 : 0.4);
      rig.now = at_ms(t * 1e3);
      const double now = rig.now.in_seconds();
      while (free_at <= now && !queue.empty()) {
        const Time held = rig.now;
        rig.now = Time::from_ns(std::llround(free_at * 1e9));
        rig.get();
        q -= static_cast<double>(queue.front());
        if (queue.size() == 1) q_time = rig.now.in_seconds();
        free_at += static_cast<double>(queue.front()) * 8 / 64'000;
        queue.pop_front();
        rig.now = held;
      }
      free_at = std::max(free_at, now);
      const std::size_t size = 28 + traffic.next() % 900;
      const auto ecn = static_cast<std::uint8_t>(traffic.next() % 4);
      const double u = draws.uniform();
      if (!queue.empty()) {
        avg = (1 - w) * avg + w * q;
      } else {
        avg *= std::pow(1 - w, (now - q_time) / (576 * 8 / 64'000.0));
        q_time = now;
      }
      bool signal = false;
      if (1728 <= avg && avg < 5184) {
        ++count;
        const double p_b = 0.1 * (avg - 1728) / (5184 - 1728);
        const double p_a = p_b / (1 - count * p_b);
        if (p_a < 0 || u < p_a) {
          signal = true;
          count = 0;
        }
      } else if (avg >= 5184) {
        signal = true;
        count = 0;
      } else {
        count = -1;
      }
      rig.events();
      const std::uint64_t n = rig.put({.size = size, .ecn = ecn});
      Words expected;
      if (signal && ecn == 0) {
        expected.add(fmt::format("drop:{}(early)", n));
        ++early;
      } else if (q + static_cast<double>(size) > 11'520) {
        expected.add(fmt::format("drop:{}(router_full)", n));
      } else {
        if (signal && ecn != 3) expected.add(fmt::format("mark:{}", n)), ++marked;
        expected.add(fmt::format("in:{}", n));
        queue.push_back(size);
        q += static_cast<double>(size);
      }
      ASSERT_EQ(rig.events(), expected.take()) << "seed " << seed << " packet " << i;
      ASSERT_NEAR(rig.as<RedQueue>().average(), avg, 1e-6 * (1 + avg));
    }
    EXPECT_GT(early, 50u);
    EXPECT_GT(marked, 50u);
  }
}

// One draw per arrival for any parameters: later packets get the same numbers.
TEST(Red, DrawsOncePerArrival) {
  const auto decisions = [](const RedConfig& first, int arrivals) {
    RouterRig rig(first);
    for (int i = 0; i < arrivals; ++i) rig.put({.size = 100});
    rig.drain();
    RedConfig second = reference();
    second.weight_exponent = 0;
    second.min_threshold = 1;
    second.max_threshold = 200'000;
    second.limit.bytes = 1'000'000;
    rig.change(second);
    rig.now = Time::from_ns(1'000'000'000);
    std::string result;
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t dropped = rig.dropped_packets;
      rig.put({.size = 500});
      result += rig.dropped_packets > dropped ? 'x' : '.';
    }
    return result;
  };
  RedConfig refuses = reference();
  refuses.limit.bytes = 1;
  RedConfig forced = reference();
  forced.weight_exponent = 0;
  forced.min_threshold = 50;
  forced.max_threshold = 51;
  const std::string expected = decisions(reference(), 5);
  EXPECT_GT(std::count(expected.begin(), expected.end(), 'x'), 5);
  EXPECT_EQ(decisions(refuses, 5), expected);
  EXPECT_EQ(decisions(forced, 5), expected);
  EXPECT_NE(decisions(reference(), 6), expected);
}

}  // namespace
}  // namespace seawind::test
