// SPDX-License-Identifier: GPL-3.0-or-later
// The reference pages must name all columns of the store and all metrics of a repetition, each in
// the section about its table or about its kind of flow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "controller/store/sqlite.h"
#include "tests/controller/measure/synthetic_log.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;

std::string page(const char* name) {
  return read_text(fs::path(SEAWIND_SOURCE_DIR) / "docs/reference" / name);
}
bool names(const std::string& text, const std::string& word) {
  return text.find("`" + word + "`") != std::string::npos;
}

/// The page's section about this table: from its heading to the next one.
std::string section(const std::string& text, const std::string& table) {
  const auto begin = text.find("\n## " + table);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

TEST(ReferencePages, StoreNamesEveryColumnOfEveryTable) {
  const StoredCampaign campaign({});
  Database db((campaign.directory() / "campaign.db").string(), Database::Mode::kReadOnly);
  auto q = db.prepare(
      "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
      " WHERE t.type = 'table' ORDER BY t.name, c.cid");
  const std::string text = page("store.md");
  int columns = 0;
  while (q.step()) {
    ++columns;
    EXPECT_TRUE(names(section(text, q.text(0)), q.text(1))) << q.text(0) << "." << q.text(1);
  }
  EXPECT_GT(columns, 40);
}

/// The section of metrics.md about the metrics of a flow, a direction or, if empty, the workload.
std::string section_of_metric(const std::string& text, const std::string& flow) {
  if (flow.empty()) return section(text, "The whole workload");
  return section(text, flow == "downlink" || flow == "uplink" ? "Each direction" : "Each flow");
}

void expect_named(const std::vector<MetricValue>& metrics) {
  const std::string text = page("metrics.md");
  std::string reasons;
  for (std::size_t i = 1; i < kDropReasons; ++i)
    reasons += (i == 1 ? "" : "|") + std::string(to_string(static_cast<DropReason>(i)));
  const std::regex reason("drops_(" + reasons + ")");
  const std::regex number("_class[0-9]+");
  for (const auto& m : metrics) {
    const std::string general =
        std::regex_replace(std::regex_replace(m.metric, reason, "drops_REASON"), number, "_classN");
    EXPECT_TRUE(names(section_of_metric(text, m.flow), general)) << m.flow << " " << m.metric;
  }
}

TEST(ReferencePages, MetricsNamesEveryMetricOfTransfersAndPages) {
  const std::vector<FlowSpec> flows = {{"a", false, true, 5001, 1000},
                                       {"b", false, true, 5002, 1000},
                                       {"c", true, true, 5003, 1000},
                                       {.name = "page",
                                        .competitor = true,
                                        .sink_port = 5004,
                                        .size = 1000,
                                        .kind = FlowKind::kHttp}};
  SyntheticLog log;
  for (std::size_t i = 0; i < flows.size(); ++i)
    add_transfer(log, static_cast<std::uint16_t>(4000 + i), flows[i], 0, 100 * kMs, 5000 * kMs);
  const auto metrics = log.metrics(flows);
  EXPECT_GT(value_of(metrics, "page", "response_time"), 0);
  expect_named(metrics);
}

TEST(ReferencePages, MetricsNamesEveryMetricOfStreamsPingsAndQueues) {
  const std::vector<FlowSpec> flows = {
      {.name = "s", .sink_port = 5001, .kind = FlowKind::kStream, .lifetime = 1000 * kMs},
      {.name = "ping", .sink_port = 77, .kind = FlowKind::kRoundTrips}};
  SyntheticLog log;
  for (std::uint16_t i = 1; i <= 9; ++i) {
    const std::int64_t at = i * 1000 * kMs;
    const auto packet = log.arrive_udp(kDown, at, 4001, 5001, 100);
    log.event(EventKind::kRouterEnqueue, kDown, at, 128, packet, 1);
    log.event(EventKind::kRouterAverage, kDown, at, 128 * 256, 0, 1);
    log.event(EventKind::kTransmitStart, kDown, at + kMs, 0, packet);
    if (i % 3 == 0)
      log.drop(packet, at + 2 * kMs, DropReason::kErrorLoss);
    else
      log.deliver(packet, at + i * kMs);
    log.deliver(log.arrive_echo(kDown, at, 8, i), at + 100 * kMs);
    log.deliver(log.arrive_echo(kUp, at + 101 * kMs, 0, i), at + 200 * kMs);
  }
  const auto metrics = log.metrics(flows);
  for (const char* metric : {"router_queue_max_class1", "router_average_mean_class1",
                             "block_error_rate", "queueing_delay_max"})
    value_of(metrics, "downlink", metric);
  value_of(metrics, "s", "loss_run_mean");
  value_of(metrics, "s", "ipdv_max");
  value_of(metrics, "ping", "rtt_max");
  expect_named(metrics);
}

TEST(ReferencePages, MetricsNamesEveryDropReason) {
  const std::string whole = page("metrics.md");
  const std::string text = whole.substr(whole.find("| kind | reasons |"));
  const std::string table = text.substr(0, text.find("\n\n"));
  for (std::size_t i = 1; i < kDropReasons; ++i)
    EXPECT_TRUE(names(table, std::string(to_string(static_cast<DropReason>(i))))) << i;
}

}  // namespace
}  // namespace seawind::test
