// SPDX-License-Identifier: GPL-3.0-or-later
// What a changed link has been before makes no difference once it is empty: an extreme parameter is
// replaced by that of an ordinary link, and what is sent a while later must leave as from a link
// that has been ordinary from its beginning.
#include <gtest/gtest.h>

#include "tests/support/test_hop.h"

namespace seawind::test {
namespace {

HopConfig ordinary() {
  HopConfig out;
  out.seed = 1;
  for (DirectionConfig* one : {&out.downlink, &out.uplink}) {
    *one = plain_direction(1'000'000, Duration::milliseconds(20));
    one->router = tail_drop_router({.packets = 50});
    one->input.limit.packets = 0;
    one->send_buffer = {.bytes = 20'000};
  }
  return out;
}

// 25 packets/s in each direction, more than many of the extremes carry.
void send_for(TestHop& rig, Duration length) {
  const Time end = rig.scheduler.now() + length;
  for (std::size_t i = 0; rig.scheduler.now() < end; ++i) {
    for (const Direction direction : {kDown, kUp}) rig.send(direction, 200 + 100 * (i % 13));
    rig.run_until(rig.scheduler.now() + Duration::milliseconds(40));
  }
}

/// The deliveries from `begin` on: times since then, ns, and sizes.
std::vector<std::pair<std::int64_t, std::uint32_t>> delivered_later(const TestHop& rig,
                                                                    Direction direction,
                                                                    Time begin) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> out;
  for (const Delivery& one : rig.delivered[static_cast<std::size_t>(direction)])
    if (one.time >= begin) out.emplace_back((one.time - begin).ns(), one.size);
  return out;
}

using Extreme = void (*)(HopConfig& config, DirectionConfig& downlink, StateParameters& state);

void expect_no_difference_after(const char* what, Extreme extreme) {
  SCOPED_TRACE(what);
  HopConfig from = ordinary();
  extreme(from, from.downlink, from.downlink.states.front());
  TestHop fresh(ordinary());
  TestHop changed(from);
  send_for(fresh, Duration::seconds(10));
  send_for(changed, Duration::seconds(10));
  changed.hop.reconfigure(ordinary());
  const Time begin = fresh.scheduler.now() + Duration::seconds(100);
  for (TestHop* one : {&fresh, &changed}) {
    one->run_until(begin);
    send_for(*one, Duration::seconds(10));
    one->run_until(begin + Duration::seconds(20));
  }
  for (const Direction direction : {kDown, kUp}) {
    const auto expected = delivered_later(fresh, direction, begin);
    EXPECT_EQ(expected.size(), 250u);
    EXPECT_EQ(delivered_later(changed, direction, begin), expected);
  }
}

TEST(LinkChanges, LeaveNothingOfTheFormerRate) {
  expect_no_difference_after("slow", [](auto&, auto&, auto& s) { s.rate = 10'000; });
  expect_no_difference_after("fast", [](auto&, auto&, auto& s) { s.rate = 100'000'000'000; });
  expect_no_difference_after("drawn rate", [](auto&, auto&, auto& s) {
    s.rate = UniformValue{1e4, 1e6};
    s.rate_change_interval = UniformValue{1e6, 1e9};
  });
  expect_no_difference_after("channels", [](auto&, auto&, auto& s) {
    s.user_max_rate = 8;
    s.available_rate = UniformValue{1, 8};
  });
  expect_no_difference_after("schedule", [](auto&, auto& d, auto&) {
    auto s = std::make_shared<RateSchedule>();
    s->steps = {{Duration(), 0}};
    d.rate_source = std::shared_ptr<const RateSchedule>(s);
  });
  expect_no_difference_after("trace", [](auto&, auto& d, auto&) {
    auto t = std::make_shared<DeliveryTrace>();
    t->at_ms = {3'600'000};
    d.rate_source = std::shared_ptr<const DeliveryTrace>(t);
  });
  expect_no_difference_after("background", [](auto&, auto& d, auto&) {
    d.background.users = 5;
    d.background.average_rate = 20'000'000;
    d.send_buffer = {};
    d.background.max_users_per_channel = 5;
    d.background.priority = BackgroundLoad::Priority::kLow;
  });
  expect_no_difference_after("frames", [](auto&, auto& d, auto&) {
    d.framing.fragment_size = 30;
    d.framing.byte_stream = true;
    d.framing.link_overhead = 100;
  });
  expect_no_difference_after("duplicates",
                             [](auto&, auto&, auto& s) { s.duplicate_probability = 1; });
}

TEST(LinkChanges, LeaveNothingOfTheFormerDelay) {
  expect_no_difference_after("delay", [](auto&, auto&, auto& s) { s.propagation_delay = 30e9; });
  expect_no_difference_after("delay drawn", [](auto&, auto& d, auto& s) {
    s.propagation_delay = UniformValue{0, 30e9};
    d.delay_redraw_interval = Duration::seconds(3600);
  });
  expect_no_difference_after("random delay", [](auto&, auto&, auto& s) {
    s.random_delay_probability = 0.1;
    s.random_delay_length = 3e9;
  });
  expect_no_difference_after("reordering", [](auto&, auto& d, auto& s) {
    d.release = ReleaseOrder::kNone;
    s.propagation_delay = UniformValue{0, 30e9};
  });
  expect_no_difference_after("spaced", [](auto&, auto& d, auto& s) {
    d.release = ReleaseOrder::kSpaced;
    s.propagation_delay = UniformValue{0, 1e9};
  });
  expect_no_difference_after("allocation", [](auto&, auto&, auto& s) {
    s.allocation_delay = 50e9;
    s.link_idle_timeout = 1e6;
  });
  expect_no_difference_after("allocation shared", [](auto& c, auto& d, auto& s) {
    c.shared_allocation = true;
    s.allocation_delay = 5e9;
    s.link_idle_timeout = 1e6;
    c.uplink = d;
  });
}

TEST(LinkChanges, LeaveNothingOfTheFormerErrors) {
  expect_no_difference_after("errors", [](auto&, auto&, auto& s) { s.error_probability = 1; });
  expect_no_difference_after("errors delayed", [](auto&, auto&, auto& s) {
    s.error_probability = 0.9;
    s.error_handling = ErrorHandling::kDelayIterate;
    s.error_delay = 1e9;
  });
  expect_no_difference_after("retransmit", [](auto&, auto& d, auto& s) {
    s.error_probability = 0.9;
    s.error_handling = ErrorHandling::kRetransmit;
    s.error_delay = 1e8;
    d.link_layer_acks = true;
  });
  expect_no_difference_after("retransmit, reset", [](auto&, auto& d, auto& s) {
    s.error_probability = 0.9;
    s.error_handling = ErrorHandling::kRetransmit;
    s.error_delay = 1e8;
    s.max_retransmissions = 1;
    d.framing.link_reset = true;
    d.framing.fragment_size = 30;
  });
  expect_no_difference_after("no reassembly", [](auto&, auto& d, auto& s) {
    d.framing.reassembly = false;
    d.framing.fragment_size = 30;
    s.error_probability = 0.1;
  });
  expect_no_difference_after("gilbert", [](auto&, auto& d, auto&) {
    d.loss_pattern = GilbertElliott{1, 0, 1, 0};
  });
  expect_no_difference_after("positions", [](auto&, auto& d, auto&) {
    d.loss_pattern = PositionPattern{{1}, 1};
  });
  expect_no_difference_after("persistency", [](auto&, auto& d, auto& s) {
    d.persistency_classes = {{{}, {17}, Duration(), false}};
    s.error_probability = 0.9;
    s.error_handling = ErrorHandling::kRetransmit;
  });
  expect_no_difference_after("output", [](auto&, auto& d, auto&) { d.output.probability = 1; });
}

TEST(LinkChanges, LeaveNothingOfTheFormerQueues) {
  expect_no_difference_after(
      "router", [](auto&, auto& d, auto&) { d.router = tail_drop_router({.packets = 1}); });
  expect_no_difference_after("no router", [](auto&, auto& d, auto&) { d.router.reset(); });
  expect_no_difference_after("shaper", [](auto&, auto& d, auto&) {
    d.router = std::make_shared<const RouterConfig>(
        RouterConfig{TokenBucketConfig{.rate = 10'000, .burst = 2000}});
  });
  expect_no_difference_after("input", [](auto&, auto& d, auto&) {
    d.input.limit = {.packets = 100};
    d.input.adapter_slots = 20;
    d.input.max_delay = Duration::milliseconds(1);
  });
  expect_no_difference_after("input dropped", [](auto&, auto& d, auto& s) {
    s.rate = 50'000;
    d.input.limit = {.packets = 3};
    d.input.overflow = OverflowHandling::kDrop;
    d.input.drop = DropPolicy::kHead;
  });
  expect_no_difference_after("buffers", [](auto&, auto& d, auto&) {
    d.link_layer_acks = true;
    d.send_buffer = {.packets = 1};
    d.receive_buffer = {.packets = 1};
  });
  expect_no_difference_after("oversize", [](auto&, auto& d, auto&) { d.max_packet_size = 28; });
  expect_no_difference_after("held", [](auto&, auto& d, auto&) { d.max_held_size = 2000; });
  expect_no_difference_after("stages", [](auto&, auto& d, auto&) {
    d.stages = {MtuBlackHole{.size = 400, .answers = true}, DropFromHead{{.packets = 1}},
                LifetimeDiscard{}, PacketControl{}, FastReset{}};
  });
}

TEST(LinkChanges, LeaveNothingOfTheFormerBlocks) {
  expect_no_difference_after("spike", [](auto& c, auto&, auto&) {
    c.spikes.push_back({1e9, 3.6e12, Affects::kBoth});
  });
  expect_no_difference_after(
      "outage", [](auto& c, auto&, auto&) { c.outages.push_back({.length = 3.6e12}); });
  expect_no_difference_after("outage discards", [](auto& c, auto&, auto&) {
    c.outages.push_back({.interval = 1e9,
                         .length = 3.6e12,
                         .discard = true,
                         .persistency = Duration::seconds(3600)});
  });
}

// The trace has its next opportunity at 30 s. The link changes at 5 s to a schedule without a rate
// for 1 s, then 8 kbit/s.
TEST(LinkChanges, AFrameThatWaitsForAnOpportunityGoesByTheNewRate) {
  HopConfig hop = ordinary();
  auto trace = std::make_shared<DeliveryTrace>();
  trace->at_ms = {1000, 30'000};
  hop.downlink.rate_source = std::shared_ptr<const DeliveryTrace>(trace);
  TestHop rig(hop);
  for (const std::int64_t at : {0, 2000, 2500}) rig.send_at(at_ms(at), kDown, 100);
  rig.run_until(at_ms(5000));
  auto schedule = std::make_shared<RateSchedule>();
  schedule->steps = {{Duration(), 0}, {Duration::seconds(1), 8000}};
  hop.downlink.rate_source = std::shared_ptr<const RateSchedule>(schedule);
  rig.hop.reconfigure(hop);
  rig.run_until(at_ms(40'000));
  std::vector<Time> times;
  for (const Delivery& one : rig.delivered[0]) times.push_back(one.time);
  EXPECT_EQ(times, (std::vector<Time>{at_ms(1020), at_ms(6120), at_ms(6220)}));
}

}  // namespace
}  // namespace seawind::test
