// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "controller/testset/testset.pb.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

using testing::HasSubstr;

LinkReport report() {
  LinkReport out;
  out.set_link_time_ns(2'000'000'000);
  DirectionCounters& down = *out.mutable_downlink();
  down.set_delivered_packets(100);
  down.set_delivered_bytes(150'000);
  down.set_delay_sum_ns(100 * 250'000'000LL);
  down.set_retransmissions(3);
  down.set_held_packets(2);
  DropCount& full = *down.add_drops();
  full.set_reason("router_full");
  full.set_packets(4);
  down.add_drops()->set_reason("oversize");
  out.mutable_fidelity()->set_releases(100);
  out.mutable_fidelity()->set_lateness_p999_ns(80'000);
  out.mutable_fidelity()->set_lateness_max_ns(90'000);
  return out;
}

Plan plan() {
  Plan out;
  out.mutable_test_set()->set_mtu(1500);
  LinkProfile& link = *out.add_cases()->mutable_link();
  for (LinkDirection* d : {link.mutable_downlink(), link.mutable_uplink()}) {
    d->mutable_rate_base()->set_fixed(2'000'000);
    d->mutable_propagation_delay()->set_fixed(194'000'000);
    d->set_queue_max_length(0);
    d->mutable_link_send_buffer_size()->set_packets(7);
  }
  return out;
}

TEST(ExecSummary, HasBothDirectionsAndTheTimingBesideItsLimits) {
  EXPECT_EQ(
      link_summary(report(), plan(), ""),
      "seawind: the link ran 2s\n"
      "  down  delivered 100 packets, 150000 B (600 kbit/s, mean emulated delay 250 ms), dropped 4 "
      "router_full, retransmitted 3 on the link, still inside 2\n"
      "  up    delivered 0 packets, 0 B\n"
      "  timing valid: 0 of 100 packets later than 2ms (at most 1 may be), the largest 90us (limit "
      "20ms), "
      "0.045 % of the delay of 200ms\n");
}

// Copies, and packets of background users, did not come from a host.
TEST(ExecSummary, NamesThePacketsOfTheLinkApart) {
  LinkReport with = report();
  DirectionCounters& down = *with.mutable_downlink();
  down.set_delivered_packets(140);
  down.set_delivered_bytes(170'000);
  down.set_delivered_generated_packets(40);
  down.set_delivered_generated_bytes(20'000);
  EXPECT_NE(
      link_summary(with, plan(), "")
          .find("  down  delivered 100 packets, 150000 B (600 kbit/s, mean emulated delay 250 "
                "ms), and 40 packets of the link itself, 20000 B, dropped 4 router_full"),
      std::string::npos);
}

TEST(ExecSummary, HasTheQueueingDelayBesideWhatTheBuffersAllow) {
  LinkReport busy = report();
  DirectionCounters& up = *busy.mutable_uplink();
  up.set_queueing_delay_median_ns(3'000'000);
  up.set_queueing_delay_max_ns(41'000'000);
  Plan routed = plan();
  const auto has = [&](const std::string& line) {
    const std::string text = link_summary(busy, routed, "");
    EXPECT_NE(text.find("  up    delivered 0 packets, 0 B\n        " + line + "\n"),
              std::string::npos)
        << text;
  };
  has("queueing delay: median 3 ms, largest 41 ms (7pkt of 1500B at 2Mbit/s: 42 ms)");
  // The downlink has a router.
  DirectionCounters& down = *busy.mutable_downlink();
  down.set_queueing_delay_median_ns(3'000'000);
  down.set_queueing_delay_max_ns(41'000'000);
  const auto behind_router = [&](const std::string& brackets) {
    const std::string text = link_summary(busy, routed, "");
    EXPECT_NE(text.find("still inside 2\n        queueing delay: median 3 ms, largest 41 ms" +
                        brackets + "\n"),
              std::string::npos)
        << text;
  };
  Discipline& discipline = *routed.mutable_cases(0)->mutable_downlink_router()->mutable_root();
  discipline.mutable_tail_drop();
  ClassCounters& root = *down.add_router_classes();
  root.set_limit_packets(20);
  behind_router(" (21pkt of 1500B at 2Mbit/s: 126 ms)");
  root.clear_limit_packets();
  behind_router(" (unlimited)");
  root.set_limit_bytes(6000);
  behind_router(" (1pkt of 1500B and 6000B at 2Mbit/s: 30 ms)");
  // Queues with limits of their own, and a shaper.
  discipline.mutable_drr()->set_flows(16);
  behind_router("");
  discipline.mutable_token_bucket()->set_rate(100'000);
  behind_router("");
}

TEST(ExecSummary, NamesChangesOfTheLinkThatArePermitted) {
  LinkReport changed = report();
  changed.mutable_downlink()->set_queueing_delay_median_ns(1'000'000);
  changed.mutable_downlink()->set_queueing_delay_max_ns(2'000'000);
  const std::string before = link_summary(changed, plan(), "");
  changed.set_changes(1);
  const std::string text = link_summary(changed, plan(), "");
  EXPECT_THAT(text, HasSubstr("  changed by hand: 1 change\n"));
  // The buffers of the profile, and the time at its rate, are not those of the whole run.
  EXPECT_THAT(before, HasSubstr("queueing delay: median 1 ms, largest 2 ms ("));
  EXPECT_THAT(text, HasSubstr("queueing delay: median 1 ms, largest 2 ms\n"));
}

TEST(ExecSummary, ALinkWithoutDelayHasNoExponentsAndNoShareOfItsDelay) {
  LinkReport fast = report();
  fast.mutable_downlink()->set_delay_sum_ns(100 * 68);
  fast.mutable_downlink()->set_queueing_delay_median_ns(68);
  fast.mutable_downlink()->set_queueing_delay_max_ns(1'234);
  Plan short_link = plan();
  LinkProfile& link = *short_link.mutable_cases(0)->mutable_link();
  for (LinkDirection* d : {link.mutable_downlink(), link.mutable_uplink()}) {
    d->mutable_rate_base()->set_fixed(1e9);
    d->clear_propagation_delay();
  }
  const std::string text = link_summary(fast, short_link, "");
  EXPECT_NE(text.find("mean emulated delay 0 ms)"), std::string::npos) << text;
  EXPECT_NE(text.find("median 0 ms, largest 0.00123 ms ("), std::string::npos) << text;
  EXPECT_NE(text.find("the largest 90us (limit 20ms)\n"), std::string::npos) << text;
}

TEST(ExecSummary, NamesWhyTheTimingIsNotValid) {
  const std::string text = link_summary(report(), plan(), "too late");
  EXPECT_NE(text.find("  timing NOT VALID: too late\n"), std::string::npos);
  EXPECT_EQ(text.find("timing valid"), std::string::npos);
}

TEST(ExecSummary, ALinkWithoutPacketsHasNoTiming) {
  LinkReport idle;
  idle.set_link_time_ns(1'000'000'000);
  EXPECT_NE(link_summary(idle, plan(), "").find("  timing: no packet crossed the link\n"),
            std::string::npos);
}

TEST(SplitSummary, CountsConnectionsAndUnansweredSyns) {
  EXPECT_EQ(split_summary({}, false), "");
  EXPECT_EQ(split_summary({.connections = 1, .unanswered = 0}, false),
            "  1 TCP connection was split at the fixed host\n");
  const TcpForwarder::Counts both{.connections = 12, .unanswered = 3};
  EXPECT_EQ(split_summary(both, false),
            "  12 TCP connections were split at the fixed host\n"
            "  3 SYNs were left unanswered at the fixed host: at most 500 connections, two file "
            "descriptors (ulimit -n) each\n");
  EXPECT_EQ(split_summary(both, true),
            "seawind: warning: 3 SYNs were left unanswered at the fixed host: at most 500 "
            "connections, two file descriptors (ulimit -n) each\n");
  EXPECT_EQ(split_summary({.connections = 12, .unanswered = 0}, true), "");
}

}  // namespace
}  // namespace seawind
