// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/route_settings.h"

#include <gtest/gtest.h>
#include <linux/rtnetlink.h>

#include "workloads/agent/failure.h"
#include "workloads/api/agent.pb.h"

namespace seawind {
namespace {

constexpr std::int64_t kMs = 1'000'000;

TEST(RouteKnobs, UnitsAndLocksAreTheKernels) {
  RouteMetrics metrics;
  metrics.set_initcwnd(4);
  metrics.set_initrwnd(10);
  metrics.set_rtt(1 * kMs);
  metrics.set_rttvar(1 * kMs);
  metrics.set_reordering(3);
  metrics.set_rto_min(200 * kMs);
  metrics.set_window(17152);
  const auto knobs = route_settings(metrics);
  const KernelMetrics kernel = kernel_metrics(knobs, "reno");
  EXPECT_EQ(kernel.values.at(RTAX_INITCWND), 4u);
  EXPECT_EQ(kernel.values.at(RTAX_INITRWND), 10u);
  EXPECT_EQ(kernel.values.at(RTAX_RTT), 8u) << "1/8 ms";
  EXPECT_EQ(kernel.values.at(RTAX_RTTVAR), 4u) << "1/4 ms";
  EXPECT_EQ(kernel.values.at(RTAX_REORDERING), 3u);
  EXPECT_EQ(kernel.values.at(RTAX_RTO_MIN), 200u) << "ms";
  EXPECT_EQ(kernel.values.at(RTAX_WINDOW), 17152u) << "bytes";
  EXPECT_EQ(kernel.locked,
            1u << RTAX_RTT | 1u << RTAX_RTTVAR | 1u << RTAX_REORDERING | 1u << RTAX_RTO_MIN);
  EXPECT_EQ(kernel.congctl, "reno");
}

TEST(RouteKnobs, Texts) {
  RouteMetrics metrics;
  metrics.set_initcwnd(2);
  metrics.set_rtt(125'000);
  const auto knobs = route_settings(metrics);
  const KernelMetrics kernel = kernel_metrics(knobs, "");
  EXPECT_EQ(knobs[0].name, "route initcwnd");
  EXPECT_EQ(knob_text(knobs[0], kernel), "2");
  EXPECT_EQ(knob_text(knobs[1], kernel), "0.125ms locked");
  EXPECT_EQ(knob_text(knobs[1], {}), "(unset)");
}

TEST(RouteKnobs, NoneIsTakenAndReadBack) {
  RouteMetrics metrics;
  metrics.set_rtt(0);
  const auto knobs = route_settings(metrics);
  KernelMetrics kernel = kernel_metrics(knobs, "");
  EXPECT_EQ(kernel.values.at(RTAX_RTT), 0u);
  EXPECT_EQ(knob_text(knobs[0], kernel), "0ms locked");
  kernel.values.clear();  // in the kernel's text form
  EXPECT_EQ(knob_text(knobs[0], kernel), "0ms locked");
}

TEST(RouteKnobs, NothingNamedIsNothing) {
  EXPECT_TRUE(kernel_metrics(route_settings({}), "").empty());
}

void expect_refused(const RouteMetrics& metrics, const std::string& text) {
  try {
    route_settings(metrics);
    FAIL() << "accepted";
  } catch (const Failure& e) {
    EXPECT_EQ(e.what(), text);
    EXPECT_EQ(e.kind(), FailureKind::kInvalid);
  }
}

TEST(RouteKnobs, RejectsValuesThatTheKernelCannotExpress) {
  RouteMetrics rtt;
  rtt.set_rtt(kMs + 1);
  expect_refused(rtt, "route rtt: the kernel cannot express 1.000001ms, only multiples of 0.125ms");
  RouteMetrics rto;
  rto.set_rto_min(1'500'000);
  expect_refused(rto, "route rto_min: the kernel cannot express 1.5ms, only multiples of 1ms");
  RouteMetrics window;
  window.set_initcwnd(0);
  expect_refused(window, "route initcwnd: 0 is out of range");
}

}  // namespace
}  // namespace seawind
