// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/summary.h"

#include <gtest/gtest.h>

#include "controller/testset/testset.pb.h"
#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

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

Limits limits() {
  Limits out;
  out.set_lateness_p999(1'000'000);
  out.set_lateness_max(20'000'000);
  return out;
}

TEST(ExecSummary, HasBothDirectionsAndTheTimingBesideItsLimits) {
  EXPECT_EQ(exec_summary(report(), limits(), ""),
            "seawind: the link ran 2s\n"
            "  down  delivered 100 packets, 150000 B (600 kbit/s, mean delay 250 ms), dropped 4 "
            "router_full, retransmitted 3 on the link, still inside 2\n"
            "  up    delivered 0 packets, 0 B\n"
            "  timing valid: lateness p99.9 80us (limit 1ms), maximum 90us (limit 20ms)\n");
}

TEST(ExecSummary, NamesWhyTheTimingIsNotValid) {
  const std::string text = exec_summary(report(), limits(), "too late");
  EXPECT_NE(text.find("  timing NOT VALID: too late\n"), std::string::npos);
  EXPECT_EQ(text.find("timing valid"), std::string::npos);
}

TEST(ExecSummary, ALinkWithoutPacketsHasNoTiming) {
  LinkReport idle;
  idle.set_link_time_ns(1'000'000'000);
  EXPECT_NE(exec_summary(idle, limits(), "").find("  timing: no packet crossed the link\n"),
            std::string::npos);
}

}  // namespace
}  // namespace seawind
