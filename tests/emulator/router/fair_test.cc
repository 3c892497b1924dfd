// SPDX-License-Identifier: GPL-3.0-or-later
// Round robins and fair queueing: orders worked by hand from the papers' pseudo-code, and the
// papers' bounds under random traffic.
#include <cmath>
#include <deque>

#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

ClassConfig weighted(const std::string& name, std::uint16_t port, double weight) {
  ClassConfig out = port_class(name, port);
  out.weight = weight;
  return out;
}
ClassConfig with_quantum(const std::string& name, std::uint16_t port, std::int64_t quantum) {
  ClassConfig out = port_class(name, port);
  out.quantum = quantum;
  return out;
}

// Shreedhar, Varghese, figure 2: queue 1 holds 20, 750, 200, queue 2 500, 500, queue 3 200, 600,
// 100, queue 4 50, 700, 180; quantum 500. (IP packets are at least 28 bytes: 20 is 30 here.)
TEST(Drr, TheExampleOfThePaper) {
  std::vector<ClassConfig> classes;
  for (std::uint16_t i = 1; i <= 4; ++i) {
    classes.push_back(with_quantum("q" + std::to_string(i), i, 500));
  }
  RouterRig rig(DrrConfig{.classes = classes});
  const std::vector<std::vector<std::uint32_t>> sizes{
      {30, 750, 200}, {500, 500}, {200, 600, 100}, {50, 700, 180}};
  for (std::uint16_t q = 0; q < 4; ++q) {
    for (const std::uint32_t size : sizes[q]) {
      rig.put({.size = size, .port = static_cast<std::uint16_t>(q + 1)});
    }
  }
  // Round 1: q1 sends 30 (470 left; 750 waits), q2 500, q3 200 (300 left), q4 50 (450 left).
  // Round 2: q1 750 and 200 (970 - 950), q2 500, q3 600 and 100 (800 - 700), q4 700 and 180.
  EXPECT_EQ(rig.drain(), "out:1 out:4 out:6 out:9 out:2 out:3 out:5 out:7 out:8 out:10 out:11");
}

TEST(Drr, SharesBytesByQuantumWhateverTheSizes) {
  RouterRig rig(
      DrrConfig{.classes = {with_quantum("small", 1, 1500), with_quantum("large", 2, 3000)}});
  rig.keep_events = false;
  for (int i = 0; i < 40'000; ++i) {
    while (rig.router->classes()[1].held.packets < 30) rig.put({.size = 76, .port = 1});
    while (rig.router->classes()[2].held.packets < 30) rig.put({.size = 1460, .port = 2});
    rig.get();
  }
  // Theorem: over any backlogged period, |sent_1 / 1 - sent_2 / 2| <= quantum + 2 packets.
  EXPECT_LE(std::abs(rig.sent_by_class[1] - rig.sent_by_class[2] / 2), 1500 + 2 * 1460);
}

TEST(Wrr, SendsItsWeightInPackets) {
  RouterRig rig(WrrConfig{.classes = {weighted("a", 1, 2), weighted("b", 2, 1)}});
  for (int i = 0; i < 4; ++i) rig.put({.size = 1000, .port = 1});
  for (int i = 0; i < 3; ++i) rig.put({.size = 100, .port = 2});
  EXPECT_EQ(rig.drain(), "out:1 out:2 out:5 out:3 out:4 out:6 out:7");
}

// 1 B/ms. A packet that takes the place of the oldest one has a tag of its own: a's second packet,
// of 200 ms, is due after b's, although its first one, which it has replaced, was due before it.
TEST(Wfq, APacketThatReplacesAnotherHasItsOwnTag) {
  ClassConfig a = weighted("a", 1, 1);
  a.discipline = HeadDropConfig{{.packets = 1}};
  RouterRig rig(WfqConfig{.classes = {a, weighted("b", 2, 1)}}, link_of(8'000, 0));
  rig.put({.size = 100, .port = 1});
  rig.now = at_ms(50);
  rig.put({.size = 100, .port = 2});
  rig.now = at_ms(200);
  rig.put({.size = 100, .port = 1});
  EXPECT_EQ(rig.dropped_packets, 1u);
  EXPECT_EQ(rig.drain(), "out:2 out:3");
}

// Bennett, Zhang, figure 2: a class with half the link and 11 packets at once, ten classes of a
// twentieth with one packet each. WFQ sends ten packets of the first class in a row; WF2Q+
// alternates.
TEST(WorstCaseFair, TheExampleOfThePaper) {
  std::vector<ClassConfig> classes{weighted("half", 1, 10)};
  for (std::uint16_t i = 2; i <= 11; ++i) {
    classes.push_back(weighted("c" + std::to_string(i), i, 1));
  }
  const auto order = [&](RouterRig rig) {
    for (int i = 0; i < 11; ++i) rig.put({.size = 100, .port = 1});
    for (std::uint16_t i = 2; i <= 11; ++i) rig.put({.size = 100, .port = i});
    std::string firsts;
    while (const Packet packet = rig.take()) firsts += packet.traffic_class() == 1 ? 'H' : 'o';
    return firsts;
  };
  const std::string wfq = order(RouterRig(WfqConfig{.classes = classes}));
  EXPECT_EQ(wfq.substr(0, 9), "HHHHHHHHH");
  // The tenth H and the tenth o have equal finish tags: any order is correct from there on.
  EXPECT_EQ(order(RouterRig(Wf2qPlusConfig{.classes = classes})).substr(0, 18),
            "HoHoHoHoHoHoHoHoHo");
}

// WFQ tags by hand: 8 kbit/s link (1 B/ms), weights 1 and 3.
TEST(Wfq, OtherWeightsHoldForThePacketsInsideAtOnce) {
  const auto with = [](double a, double b) {
    return WfqConfig{.classes = {weighted("a", 1, a), weighted("b", 2, b)}};
  };
  RouterRig rig(with(1, 1));
  for (int i = 0; i < 8; ++i) rig.put({.size = 900, .port = 1});
  for (int i = 0; i < 4; ++i) rig.put({.size = 1000, .port = 2});
  rig.events();
  rig.change(with(3, 1));  // a 300, 600, ..., b 1000, 2000, ...
  EXPECT_EQ(rig.drain(),
            "out:1 out:2 out:3 out:9 out:4 out:5 out:6 out:10 out:7 out:8 out:11 out:12");
}

TEST(Wfq, TagsFollowTheFluidServer) {
  RouterRig rig(WfqConfig{.classes = {weighted("a", 1, 1), weighted("b", 2, 3)}},
                link_of(8'000, 300));
  rig.put({.size = 100, .port = 1});  // F = 100
  rig.put({.size = 100, .port = 1});  // F = 200
  rig.put({.size = 240, .port = 2});  // F = 80
  rig.put({.size = 240, .port = 2});  // F = 160
  rig.now = at_ms(200);               // fluid: 200 B served with weights 4: V = 50
  rig.put({.size = 60, .port = 2});   // F = max(50, 160) + 20 = 180
  EXPECT_EQ(rig.drain(), "out:3 out:1 out:4 out:5 out:2");
}

// Bennett, Zhang: if its class holds Q_i bytes, the packet included, at its arrival, a packet has
// left before Q_i / r_i + L_i,max (1 / r_i - 1)... further bytes were served. The test uses the
// looser sum of the theorem's terms, Q_i / r_i + L_max / r_i + L_max.
TEST(WorstCaseFair, NoPacketWaitsLongerThanTheIndexAllows) {
  const std::vector<double> weights{1, 2, 5, 12};
  std::vector<ClassConfig> classes;
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    classes.push_back(weighted("c" + std::to_string(i), static_cast<std::uint16_t>(i), weights[i]));
    sum += weights[i];
  }
  RouterRig rig(Wf2qPlusConfig{.classes = classes});
  rig.keep_events = false;
  struct Waiting {
    std::uint64_t id;
    double allowed;  // total bytes served by then
  };
  std::vector<std::deque<Waiting>> waiting(weights.size());
  std::vector<std::int64_t> held(weights.size());
  std::vector<std::deque<std::uint32_t>> sizes(weights.size());
  RandomStream random(12, "wf2q+");
  double tightest = 1e18;
  for (int step = 0; step < 60'000; ++step) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      // On and off, so that classes become active again after an idle time.
      const bool on = (step / 500 + static_cast<int>(i)) % 3 != 0;
      if (!on || held[i] > 20'000 || random.next() % 3 != 0) continue;
      const auto size = static_cast<std::uint32_t>(40 + random.next() % 1461);
      held[i] += size;
      const double share = weights[i] / sum;
      const double allowed = static_cast<double>(rig.sent_bytes) +
                             static_cast<double>(held[i]) / share + 1500 / share + 1500;
      waiting[i].push_back(
          {rig.put({.size = size, .port = static_cast<std::uint16_t>(i)}), allowed});
    }
    const Packet packet = rig.take();
    if (!packet) continue;
    const std::size_t i = packet.traffic_class() - 1u;
    held[i] -= packet.size();
    const double spare = waiting[i].front().allowed - static_cast<double>(rig.sent_bytes);
    ASSERT_GE(spare, 0) << "class " << i << " step " << step;
    tightest = std::min(tightest, spare);
    waiting[i].pop_front();
  }
  EXPECT_LT(tightest, 3000) << "the bound says nothing about this traffic";
}

TEST(WorstCaseFair, SharesByWeight) {
  for (const bool plus : {false, true}) {
    const std::vector<ClassConfig> classes{weighted("a", 1, 1), weighted("b", 2, 2.5)};
    RouterRig rig(plus ? DisciplineConfig(Wf2qPlusConfig{.classes = classes})
                       : DisciplineConfig(WfqConfig{.classes = classes}));
    rig.keep_events = false;
    for (int i = 0; i < 30'000; ++i) {
      while (rig.router->classes()[1].held.packets < 30) rig.put({.size = 76, .port = 1});
      while (rig.router->classes()[2].held.packets < 30) rig.put({.size = 1460, .port = 2});
      rig.now += Duration::nanoseconds(rig.take().size() * 125'000LL);  // 64 kbit/s
    }
    EXPECT_NEAR(
        static_cast<double>(rig.sent_by_class[2]) / static_cast<double>(rig.sent_by_class[1]), 2.5,
        0.01)
        << plus;
  }
}

TEST(FlowQueues, FlowsOfOnePortTakeTurnsWithOneThatFloods) {
  DrrConfig drr;
  drr.flows.count = 64;
  drr.quantum = 1500;
  RouterRig rig(drr, link_of(1'000'000, 300, 1));
  for (int i = 0; i < 20; ++i) rig.put({.size = 500, .port = 1});
  const std::uint64_t lone = rig.put({.size = 500, .port = 7});
  const std::string order = rig.drain();
  EXPECT_LE(order.find(fmt::format("out:{}", lone)), order.find("out:5 ")) << order;
}

// The classes inside of the flow queues are counted, those of all flows together.
TEST(FlowQueues, ClassesInThemAreClassesOfTheRouter) {
  DrrConfig drr;
  drr.flows = {.count = 64,
               .discipline = std::make_shared<const DisciplineConfig>(
                   PriorityConfig{{port_class("first", 1), port_class("second", 2)}})};
  RouterRig rig(drr);
  ASSERT_EQ(rig.router->classes().size(), 3u);
  EXPECT_EQ(rig.router->classes()[2].name, "second");
  for (std::uint16_t flow = 1; flow <= 5; ++flow) rig.put({.port = 2, .flow = flow});
  rig.put({.port = 1, .flow = 1});
  EXPECT_EQ(rig.router->classes()[1].held.packets, 1);
  EXPECT_EQ(rig.router->classes()[2].held.packets, 5);
  rig.drain();
  EXPECT_EQ(rig.router->classes()[2].dequeued.packets, 5u);
}

TEST(FlowQueues, TheirDropsAreDrawnIndependently) {
  DrrConfig drr;
  drr.flows = {
      .count = 64,
      .discipline = std::make_shared<const DisciplineConfig>(RedConfig{.limit = {.packets = 10'000},
                                                                       .min_threshold = 1,
                                                                       .max_threshold = 100'000'000,
                                                                       .weight_exponent = 0,
                                                                       .max_probability = 1})};
  RouterRig rig(drr);
  for (int i = 0; i < 2000; ++i)
    for (const std::uint16_t flow : {std::uint16_t{1}, std::uint16_t{2}}) rig.put({.flow = flow});
  std::vector<std::uint64_t> even, odd;
  for (const std::uint64_t id : rig.lost) (id % 2 == 0 ? even : odd).push_back((id + 1) / 2);
  EXPECT_GT(even.size(), 5u);
  EXPECT_GT(odd.size(), 5u);
  EXPECT_NE(even, odd);
}

}  // namespace
}  // namespace seawind::test
