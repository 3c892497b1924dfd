// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/metric_catalog.h"

#include <array>

namespace seawind {
namespace {

struct Definition {
  const char* metric;
  const char* title;
  const char* unit;
  double scale;
  int decimals;
  Better better = Better::kLower;
};
constexpr Definition kDefinitions[] = {
    {"elapsed", "elapsed", "s", 1, 2},
    {"throughput", "throughput", "B/s", 1, 1, Better::kHigher},
    {"simultaneous_throughput", "simultaneous", "B/s", 1, 1, Better::kHigher},
    {"retransmitted_segments", "retransmitted", "segments", 1, 1},
    {"response_time", "response time", "s", 1, 2},
    {"response_time_median", "median response time", "ms", 1000, 1},
    {"response_time_p95", "95 % response time", "ms", 1000, 1},
    {"response_time_max", "largest response time", "ms", 1000, 1},
    {"rtt_median", "median round-trip time", "ms", 1000, 2},
    {"rtt_p95", "95 % round-trip time", "ms", 1000, 2},
    {"rtt_max", "largest round-trip time", "ms", 1000, 2},
    {"loss_fraction", "lost", "%", 100, 2},
    {"packets_dropped", "dropped", "packets", 1, 1},
    {"packets_held", "in the link at the end", "packets", 1, 1},
    {"drops_congestion", "dropped, congestion", "packets", 1, 1},
    {"delay_median", "median delay", "ms", 1000, 1},
    {"delay_max", "largest delay", "ms", 1000, 1},
    {"ipdv_max", "largest delay variation", "ms", 1000, 1},
    {"smoothness", "smoothness", "", 1, 3, Better::kNeither},
    {"object_bytes", "volume, without TCP's repetitions", "B", 1, 0, Better::kNeither},
};

constexpr const char* kBulkTcp[] = {"elapsed", "throughput", "simultaneous_throughput",
                                    "retransmitted_segments", "delay_median"};
constexpr const char* kHttp[] = {"response_time", "simultaneous_throughput",
                                 "retransmitted_segments", "delay_median"};
constexpr const char* kStream[] = {"throughput",   "packets_dropped", "packets_held",
                                   "delay_median", "delay_max",       "ipdv_max"};
constexpr const char* kTfrc[] = {"throughput", "packets_dropped", "packets_held", "delay_median",
                                 "delay_max",  "ipdv_max",        "smoothness"};
constexpr const char* kPing[] = {"rtt_median", "rtt_p95", "rtt_max", "loss_fraction"};
constexpr const char* kRequestResponse[] = {"response_time_median", "response_time_p95",
                                            "response_time_max", "drops_congestion"};
constexpr const char* kAbortedDownload[] = {"elapsed", "object_bytes", "drops_congestion"};
constexpr const char* kCommand[] = {"elapsed", "throughput", "delay_median", "drops_congestion"};

struct Headline {
  std::string_view generator;
  std::span<const char* const> metrics;
};
constexpr std::array kHeadlines = {
    Headline{"bulk_tcp", kBulkTcp},
    Headline{"http", kHttp},
    Headline{"stream", kStream},
    Headline{"tfrc", kTfrc},
    Headline{"ping", kPing},
    Headline{"request_response", kRequestResponse},
    Headline{"aborted_download", kAbortedDownload},
    Headline{"command", kCommand},
};

/// Classes are shown as words, flows by their names.
std::string shown_name(const std::string& flow) {
  constexpr std::pair<const char*, const char*> kClasses[] = {{"faster", "Faster"},
                                                              {"slower", "Slower"},
                                                              {"third", "Third"},
                                                              {"http", "HTTP"},
                                                              {"stream", "Stream"}};
  for (const auto& [name, shown] : kClasses)
    if (flow == name) return shown;
  return flow;
}

}  // namespace

std::span<const ReportMetric> workload_metrics() {
  static const ReportMetric kWorkload[] = {
      {"", "overall_throughput", "Overall throughput", "B/s", 1, 1, Better::kHigher},
      {"", "total_elapsed", "Total elapsed", "s", 1, 2, Better::kLower},
      {"downlink", "utilization", "Downlink utilization", "%", 100, 1, Better::kHigher},
      {"downlink", "queueing_delay_median", "Downlink queueing, median", "ms", 1000, 1,
       Better::kLower},
      {"downlink", "queueing_delay_max", "Downlink queueing, largest", "ms", 1000, 1,
       Better::kLower},
      {"uplink", "queueing_delay_median", "Uplink queueing, median", "ms", 1000, 1, Better::kLower},
      {"uplink", "queueing_delay_max", "Uplink queueing, largest", "ms", 1000, 1, Better::kLower},
      {"", "fairness", "Fairness", "", 1, 3, Better::kHigher},
      {"downlink", "drops_congestion", "Dropped by congestion, down", "packets", 1, 1,
       Better::kLower},
      {"uplink", "drops_congestion", "Dropped by congestion, up", "packets", 1, 1, Better::kLower},
      {"downlink", "drops_router_full", "Dropped, router full, down", "packets", 1, 1,
       Better::kLower},
      {"uplink", "drops_router_full", "Dropped, router full, up", "packets", 1, 1, Better::kLower},
      {"downlink", "drops_error_loss", "Lost on the channel, down", "packets", 1, 1},
      {"uplink", "drops_error_loss", "Lost on the channel, up", "packets", 1, 1},
  };
  return kWorkload;
}

std::span<const char* const> headline(std::string_view generator) {
  for (const Headline& one : kHeadlines)
    if (one.generator == generator) return one.metrics;
  return {};
}

std::optional<ReportMetric> flow_metric(const std::string& flow, const std::string& metric) {
  const std::string of = flow.empty() ? "" : shown_name(flow) + ", ";
  for (const Definition& d : kDefinitions)
    if (metric == d.metric)
      return ReportMetric{flow, metric, of + d.title, d.unit, d.scale, d.decimals, d.better};
  return {};
}

}  // namespace seawind
