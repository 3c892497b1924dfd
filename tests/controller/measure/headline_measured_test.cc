// SPDX-License-Identifier: GPL-3.0-or-later
// The headline metrics of each generator are metrics that its flows have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "controller/measure/metric_catalog.h"
#include "controller/measure/response_times.h"
#include "tests/controller/measure/synthetic_log.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

/// Metrics that come from the generator's own log, and are tested there.
const std::set<std::string> kOwnLog = {"smoothness", "response_time_median", "response_time_p95",
                                       "response_time_max"};

void expect_headline(const std::string& generator, const std::vector<MetricValue>& metrics,
                     const std::string& flow) {
  for (const std::string metric : headline(generator)) {
    if (kOwnLog.contains(metric)) continue;
    const auto count = std::count_if(metrics.begin(), metrics.end(), [&](const MetricValue& m) {
      return m.flow == flow && m.metric == metric;
    });
    EXPECT_EQ(count, 1) << generator << ": " << metric;
  }
}

/// A flow of `generator` on port 5001 beside a transfer, so that there is a simultaneous time.
std::vector<FlowSpec> beside_a_transfer(const std::string& generator) {
  return {{.name = "other", .competitor = true, .sink_port = 6000, .size = 536 * 10},
          {.name = "mine", .sink_port = 5001, .size = 536 * 10, .kind = flow_kind(generator)}};
}

TEST(HeadlineMeasured, Tcp) {
  for (const std::string generator : {"bulk_tcp", "http", "aborted_download", "command"}) {
    const auto flows = beside_a_transfer(generator);
    SyntheticLog log;
    add_transfer(log, 40000, flows[0], 0, 100 * kMs, 5000 * kMs);
    add_transfer(log, 40001, flows[1], 100 * kMs, 100 * kMs, 5200 * kMs);
    expect_headline(generator, log.metrics(flows), "mine");
  }
}

TEST(HeadlineMeasured, Datagrams) {
  for (const std::string generator : {"stream", "tfrc", "request_response"}) {
    const auto flows = beside_a_transfer(generator);
    SyntheticLog log;
    add_transfer(log, 40000, flows[0], 0, 100 * kMs, 5000 * kMs);
    for (int i = 0; i < 10; ++i) {
      const auto at = (500 + 200 * i) * kMs;
      log.deliver(log.arrive_udp(kDown, at, 30000, 5001, 100), at + (50 + i) * kMs);
    }
    expect_headline(generator, log.metrics(flows), "mine");
  }
}

TEST(HeadlineMeasured, Ping) {
  const std::vector<FlowSpec> flows = {
      {.name = "mine", .sink_port = 5001, .kind = FlowKind::kRoundTrips}};
  SyntheticLog log;
  for (std::uint16_t i = 0; i < 4; ++i) {
    const auto at = 1000 * i * kMs;
    log.deliver(log.arrive_echo(kDown, at, 8, i, 32, 5001), at + 100 * kMs);
    log.deliver(log.arrive_echo(kUp, at + 101 * kMs, 0, i, 32, 5001), at + 200 * kMs);
  }
  expect_headline("ping", log.metrics(flows), "mine");
}

TEST(HeadlineMeasured, ResponseTimesComeFromTheClientsLog) {
  const TempTree tree;
  tree.write(
      "rr-sink.jsonl",
      "{\"t\":1,\"event\":\"start\"}\n"
      "{\"t\":2,\"event\":\"response\",\"request\":0,\"rtt_ns\":100000000,\"transmissions\":1}\n"
      "{\"t\":3,\"event\":\"response\",\"request\":1,\"rtt_ns\":300000000,\"transmissions\":1}\n"
      "{\"t\":4,\"event\":\"response\",\"requ");
  std::vector<MetricValue> metrics;
  report_response_times("rr", tree.root() / "rr-sink.jsonl", metrics);
  EXPECT_EQ(value_of(metrics, "rr", "responses"), 2);
  EXPECT_DOUBLE_EQ(value_of(metrics, "rr", "response_time_median"), 0.2);
  for (const std::string metric : headline("request_response"))
    if (kOwnLog.contains(metric)) EXPECT_GT(value_of(metrics, "rr", metric), 0) << metric;
}

}  // namespace
}  // namespace seawind::test
