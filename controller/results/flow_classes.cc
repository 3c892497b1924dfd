// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/flow_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "common/error.h"

namespace seawind {
namespace {

/// A flow may have the name `http` or `stream` if it belongs to that class.
bool may_be_called_so(const FlowSpec& flow) {
  return (flow.name == "http" && flow.kind == FlowKind::kHttp) ||
         (flow.name == "stream" && flow.kind == FlowKind::kStream);
}

}  // namespace

void require_distinct(const std::vector<FlowSpec>& flows) {
  const std::set<std::string> reserved = {"",     "faster", "slower",   "third",
                                          "http", "stream", "downlink", "uplink"};
  std::set<std::string> names;
  std::set<std::uint16_t> ports;
  bool round_trips = false;
  for (const auto& flow : flows) {
    if (!names.insert(flow.name).second ||
        (reserved.contains(flow.name) && !may_be_called_so(flow)))
      throw Error(fmt::format(
          "cannot compute metrics: the flow name `{}` is used twice or reserved for the metrics",
          flow.name));
    if (flow.kind == FlowKind::kRoundTrips) {
      if (round_trips)
        throw Error("cannot compute metrics: two ping flows cannot be told apart in the event log");
      round_trips = true;
    } else if (!ports.insert(flow.sink_port).second) {
      throw Error(
          fmt::format("cannot compute metrics: two flows have the sink port {}", flow.sink_port));
    }
  }
}

std::vector<std::pair<std::string, std::size_t>> flow_classes(const FlowMeters& flows) {
  std::vector<std::size_t> bulk, thirds, http, streams;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const FlowSpec& spec = flows[i]->spec();
    if (spec.kind == FlowKind::kHttp) http.push_back(i);
    if (spec.kind == FlowKind::kStream) streams.push_back(i);
    if (spec.kind == FlowKind::kTransfer) (spec.competitor ? thirds : bulk).push_back(i);
  }
  std::stable_sort(bulk.begin(), bulk.end(), [&](std::size_t a, std::size_t b) {
    return flows[a]->elapsed_ns() < flows[b]->elapsed_ns();
  });
  std::vector<std::pair<std::string, std::size_t>> classes;
  if (bulk.size() >= 2) {
    classes.emplace_back("faster", bulk.front());
    classes.emplace_back("slower", bulk.back());
  }
  if (thirds.size() == 1) classes.emplace_back("third", thirds.front());
  if (http.size() == 1) classes.emplace_back("http", http.front());
  if (streams.size() == 1) classes.emplace_back("stream", streams.front());
  // A flow with the name of its class already reports its metrics under that name.
  std::erase_if(classes, [&](const auto& c) { return flows[c.second]->spec().name == c.first; });
  return classes;
}

}  // namespace seawind
