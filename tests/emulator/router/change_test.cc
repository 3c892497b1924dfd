// SPDX-License-Identifier: GPL-3.0-or-later
// A change of a running router that keeps its structure: the new parameters apply at once, whatever
// the former ones were. An overloaded router whose parameters are extreme gets ordinary ones; when
// its queue has settled it must serve, drop and mark as a router that had these from its beginning.
#include <array>

#include "tests/emulator/router/rig.h"

namespace seawind::test {
namespace {

/// What happened to the packets of two flows within some time.
struct Served {
  std::array<double, 2> sent{};  // packets
  double dropped_early = 0;
  double marked = 0;
  double inside = 0;  // at the end
};

// Each of two flows sends 120 packets/s in turn; the link takes 100 packets/s.
class Overload {
 public:
  Overload(const DisciplineConfig& root, std::uint8_t ecn)
      : ecn_(ecn), rig_(root, link_of(1'000'000, 20)) {
    rig_.keep_events = false;
    rig_.work_conserving = false;
  }
  void change(const DisciplineConfig& root) { rig_.change(root); }
  Served run(int packets) {
    Served out;
    const std::uint64_t dropped = rig_.drops[DropReason::kEarly];
    const std::uint64_t marked = rig_.marks;
    for (int i = 0; i < packets; ++i) {
      arrives_ += Duration::microseconds(4167);
      for (; leaves_ < arrives_; leaves_ += Duration::milliseconds(10)) serve(out);
      rig_.now = arrives_;
      const auto flow = static_cast<std::uint16_t>(1 + sent_++ % 2);
      rig_.put({.size = 1250, .port = flow, .ecn = ecn_, .flow = flow});
    }
    out.dropped_early = static_cast<double>(rig_.drops[DropReason::kEarly] - dropped);
    out.marked = static_cast<double>(rig_.marks - marked);
    out.inside = static_cast<double>(rig_.inside());
    return out;
  }

 private:
  void serve(Served& out) {
    rig_.now = leaves_;
    if (rig_.router->next_ready(rig_.now) > rig_.now) return;
    const Packet packet = rig_.take();
    if (packet) ++out.sent.at(packet.ip_bytes()[23] - 1u);
  }

  std::uint8_t ecn_;
  RouterRig rig_;
  int sent_ = 0;  // packets
  Time arrives_;
  Time leaves_;
};

void expect_applied(const DisciplineConfig& from, const DisciplineConfig& to,
                    std::uint8_t ecn = 0) {
  Overload changed(from, ecn);
  Overload fresh(to, ecn);
  for (Overload* one : {&changed, &fresh}) one->run(720);
  changed.change(to);
  for (Overload* one : {&changed, &fresh}) one->run(2400);
  const Served a = changed.run(1200);
  const Served b = fresh.run(1200);
  EXPECT_NEAR(a.sent[0], b.sent[0], 40);
  EXPECT_NEAR(a.sent[1], b.sent[1], 40);
  EXPECT_NEAR(a.dropped_early, b.dropped_early, 110);
  EXPECT_NEAR(a.marked, b.marked, 40);
  EXPECT_NEAR(a.inside, b.inside, 40);
}

/// Expects that `to` applies after a change from each of `extremes`, which are made from it.
template <typename Config>
void expect_applied_after(const Config& to, const std::vector<void (*)(Config&)>& extremes) {
  for (std::size_t i = 0; i < extremes.size(); ++i) {
    Config from = to;
    extremes[i](from);
    for (const std::uint8_t ecn : {std::uint8_t{0}, std::uint8_t{1}}) {
      SCOPED_TRACE(fmt::format("extreme {}, ECN field {}", i, ecn));
      expect_applied(from, to, ecn);
    }
  }
}

constexpr Duration kHour = Duration::seconds(3600);
constexpr Duration kNs = Duration::nanoseconds(1);
constexpr BufferLimit kLimit{.packets = 200};

TEST(RouterChanges, Codel) {
  expect_applied_after<CodelConfig>(
      {.limit = kLimit, .target = Duration::milliseconds(15)},
      {[](auto& c) { c.limit.packets = 1; }, [](auto& c) { c.target = Duration::milliseconds(99); },
       [](auto& c) { c.target = kNs; }, [](auto& c) { c.interval = kHour; },
       [](auto& c) { c.interval = Duration::milliseconds(16); }, [](auto& c) { c.mtu = 1'000'000; },
       [](auto& c) { c.ecn = false; }, [](auto& c) { c.ce_threshold = kNs; }});
}

TEST(RouterChanges, FqCodel) {
  expect_applied_after<FqCodelConfig>(
      {.limit = kLimit, .drop_batch = 1},
      {[](auto& c) { c.quantum = 100'000'000; }, [](auto& c) { c.quantum = 1; },
       [](auto& c) { c.aqm.interval = kHour; }, [](auto& c) { c.limit.packets = 3; }});
}

TEST(RouterChanges, Pie) {
  expect_applied_after<PieConfig>(
      {.limit = kLimit},
      {[](auto& c) { c.limit.packets = 1; }, [](auto& c) { c.target = kHour; },
       [](auto& c) { c.target = kNs; }, [](auto& c) { c.update_interval = kHour; },
       [](auto& c) { c.max_burst = kHour; }, [](auto& c) { c.alpha = 1000; },
       [](auto& c) { c.beta = 1000; }, [](auto& c) { c.mean_packet = 1'000'000; },
       [](auto& c) { c.derandomize = true; }, [](auto& c) { c.mark_threshold = 1; }});
  expect_applied_after<FqPieConfig>({.limit = kLimit}, {[](auto& c) { c.aqm.max_burst = kHour; },
                                                        [](auto& c) { c.quantum = 100'000'000; }});
}

TEST(RouterChanges, DualPi2) {
  expect_applied_after<DualPi2Config>(
      {.limit = kLimit},
      {[](auto& c) { c.coupling = 100; }, [](auto& c) { c.coupling = 0.01; },
       [](auto& c) { c.target = kHour; }, [](auto& c) { c.update_interval = kHour; },
       [](auto& c) { c.max_rtt = kHour; }, [](auto& c) { c.drop_on_overload = false; },
       [](auto& c) { c.l4s_threshold = kHour; }, [](auto& c) { c.random = true; }});
  expect_applied_after<DualPi2Config>({.limit = kLimit, .drop_on_overload = false},
                                      {[](auto& c) { c.drop_on_overload = true; }});
}

TEST(RouterChanges, Red) {
  expect_applied_after<RedConfig>(
      {.limit = kLimit},
      {[](auto& c) { c.min_threshold = 1; }, [](auto& c) { c.limit.packets = 2000; },
       [](auto& c) { c.weight_exponent = 0; }, [](auto& c) { c.max_probability = 1; },
       [](auto& c) { c.max_probability = 0; }, [](auto& c) { c.average_packet = 1'000'000; },
       [](auto& c) { c.gentle = true; }, [](auto& c) { c.linux_arithmetic = true; },
       [](auto& c) { c.scale_to_size = 1; }, [](auto& c) { c.adaptive = AdaptiveRed{}; }});
  expect_applied_after<RedConfig>(
      {.limit = kLimit, .adaptive = AdaptiveRed{}},
      {[](auto& c) { c.adaptive.reset(); }, [](auto& c) { c.adaptive->interval = kHour; },
       [](auto& c) { c.adaptive->interval = Duration::milliseconds(1); }});
  expect_applied_after<WredConfig>(
      {.limit = kLimit},
      {[](auto& c) {
         c.profiles = {{.min_threshold = 1, .max_threshold = 2, .max_probability = 1}};
       },
       [](auto& c) { c.weight_exponent = 0; }});
}

using Set = void (*)(ClassConfig&, ClassConfig&);

/// The classes of the two flows.
std::vector<ClassConfig> classes(Set set) {
  const TailDropConfig queue{kLimit};
  std::vector<ClassConfig> out{port_class("a", 1, queue), port_class("b", 2, queue)};
  set(out[0], out[1]);
  return out;
}

void equal(ClassConfig&, ClassConfig&) {}

template <typename Config>
void expect_applied_in_classes(const std::vector<std::pair<Set, Set>>& changes) {
  for (std::size_t i = 0; i < changes.size(); ++i) {
    SCOPED_TRACE(fmt::format("change {}", i));
    Config from;
    from.classes = classes(changes[i].first);
    Config to;
    to.classes = classes(changes[i].second);
    expect_applied(from, to);
  }
}

TEST(RouterChanges, QuantaAndWeights) {
  expect_applied_in_classes<DrrConfig>({{[](auto& a, auto&) { a.quantum = 100'000'000; }, equal},
                                        {[](auto&, auto& b) { b.quantum = 1; }, equal},
                                        {equal, [](auto& a, auto&) { a.quantum = 3000; }}});
  const std::vector<std::pair<Set, Set>> weights{
      {[](auto& a, auto& b) { a.weight = 0.001, b.weight = 1000; }, equal},
      {[](auto& a, auto& b) { a.weight = 1000, b.weight = 0.001; }, equal},
      {[](auto& a, auto& b) { a.weight = 0.001, b.weight = 1000; },
       [](auto& a, auto& b) { a.weight = 2, b.weight = 1; }},
      {equal, [](auto& a, auto& b) { a.weight = 1, b.weight = 3; }}};
  expect_applied_in_classes<WfqConfig>(weights);
  expect_applied_in_classes<Wf2qPlusConfig>(weights);
  expect_applied_in_classes<WrrConfig>({{[](auto& a, auto&) { a.weight = 100'000; }, equal},
                                        {equal, [](auto&, auto& b) { b.weight = 3; }}});
}

TEST(RouterChanges, Htb) {
  const auto half = [](ClassConfig& a, ClassConfig& b) { a.rate = b.rate = 500'000; };
  expect_applied_in_classes<HtbConfig>(
      {{[](auto& a, auto& b) { a.quantum = 100'000'000, a.rate = b.rate = 10'000; },
        [](auto& a, auto& b) { a.quantum = b.quantum = 1514, a.rate = b.rate = 10'000; }},
       {[](auto& a, auto& b) { a.prio = 7, a.rate = b.rate = 1000; }, half},
       {[](auto& a, auto&) { a.rate = a.ceil = 1; }, half},
       {[](auto& a, auto&) { a.burst = a.cburst = 100'000'000; }, half}});
  HtbConfig to{.rate = 1'000'000, .classes = classes(half)};
  expect_applied_after<HtbConfig>(to, {[](auto& c) { c.rate = 1; }});
}

/// Before each packet the router changes from `one` to `other`, or back, and with `at_once` back
/// again. Together they favour no flow.
template <typename Config>
void expect_even_between(Set one, Set other, bool at_once) {
  Config a;
  a.classes = classes(one);
  Config b;
  b.classes = classes(other);
  Overload rig(a, 0);
  rig.run(720);
  std::array<double, 2> sent{};
  for (int i = 0; i < 1200; ++i) {
    rig.change(i % 2 == 0 || at_once ? b : a);
    if (at_once) rig.change(a);
    const Served served = rig.run(1);
    for (std::size_t flow : {0, 1}) sent.at(flow) += served.sent.at(flow);
  }
  EXPECT_NEAR(sent[0], sent[1], 100) << "of 500";
}

TEST(RouterChanges, ToAndFroFavourNobody) {
  const Set small = [](ClassConfig& a, ClassConfig& b) { a.quantum = b.quantum = 1514; };
  const Set large = [](ClassConfig& a, ClassConfig& b) { a.quantum = b.quantum = 20'000; };
  for (const bool at_once : {false, true}) {
    expect_even_between<DrrConfig>(large, small, at_once);
    expect_even_between<HtbConfig>(large, small, at_once);
  }
  const Set first = [](ClassConfig& a, ClassConfig& b) { a.weight = 5, b.weight = 1; };
  const Set second = [](ClassConfig& a, ClassConfig& b) { a.weight = 1, b.weight = 5; };
  expect_even_between<WrrConfig>(first, second, false);
  expect_even_between<WfqConfig>(first, second, false);
  expect_even_between<Wf2qPlusConfig>(first, second, false);
}

// A quantum below the packet's size makes a debt that grows.
TEST(RouterChanges, AnotherQuantumEndsTheDebtOfHtb) {
  const auto with = [](std::int64_t first, std::int64_t second) {
    HtbConfig out;
    out.classes = classes([](auto& a, auto& b) { a.rate = b.rate = 10'000; });
    out.classes[0].quantum = first;
    out.classes[1].quantum = second;
    return out;
  };
  Overload rig(with(1, 1514), 0);
  rig.run(240 * 60);
  rig.change(with(20'000, 20'000));
  const Served served = rig.run(2400);
  EXPECT_NEAR(served.sent[0], served.sent[1], 150);
}

// In the first quarter of a second.
TEST(RouterChanges, CodelGoesOnDroppingAtItsRate) {
  for (const int other_ms : {100, 4000}) {
    CodelConfig config{.limit = kLimit, .interval = Duration::seconds(1)};
    Overload rig(config, 0);
    rig.run(240 * 60);
    const double before = rig.run(480).dropped_early / 8;
    config.interval = Duration::milliseconds(other_ms);
    rig.change(config);
    EXPECT_NEAR(rig.run(60).dropped_early, before, 6) << other_ms << " ms";
  }
}

TEST(RouterChanges, ToAndFroFillNoBucketOfAMeter) {
  const Set two = [](ClassConfig& a, ClassConfig&) {
    a.meter = MeterConfig{.kind = MeterKind::kSingleRateThree,
                          .committed_rate = 50'000,
                          .committed_burst = 3000,
                          .excess_burst = 20'000};
    a.meter->red.drop = true;
  };
  const Set one = [](ClassConfig& a, ClassConfig&) {
    a.meter = MeterConfig{.committed_rate = 50'000, .committed_burst = 3000};
    a.meter->red.drop = true;
  };
  Overload rig(PriorityConfig{classes(two)}, 0);
  double sent = 0;
  for (int i = 0; i < 40; ++i) {
    sent += rig.run(60).sent[0];  // 250 ms
    rig.change(PriorityConfig{classes(i % 2 == 0 ? one : two)});
  }
  EXPECT_NEAR(sent, (10 * 50'000 / 8.0 + 23'000) / 1250, 3);
}

TEST(RouterChanges, TokenBuckets) {
  expect_applied_after<TokenBucketConfig>(
      {.rate = 500'000,
       .burst = 2000,
       .discipline = std::make_shared<const DisciplineConfig>(TailDropConfig{kLimit})},
      {[](auto& c) { c.rate = 1; }, [](auto& c) { c.rate = 1'000'000'000, c.burst = 100'000'000; },
       [](auto& c) { c.peak_rate = 1; }, [](auto& c) { c.police = true; }});
  const Set metered = [](ClassConfig& a, ClassConfig&) {
    a.meter = MeterConfig{.committed_rate = 200'000, .committed_burst = 3000};
    a.meter->red.drop = true;
  };
  expect_applied_after<PriorityConfig>(
      {classes(metered)}, {[](auto& c) { c.classes[0].meter->committed_rate = 1; },
                           [](auto& c) { c.classes[0].meter->committed_burst = 100'000'000; },
                           [](auto& c) { c.classes[0].meter->red.drop = false; }});
}

}  // namespace
}  // namespace seawind::test
