// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/flow_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "common/error.h"

namespace seawind {
namespace {

/// A flow may have the name `http` or `stream` if it belongs to that class.
bool may_have_class_name(const FlowSpec& flow) {
  return (flow.name == "http" && flow.kind == FlowKind::kHttp) ||
         (flow.name == "stream" && flow.kind == FlowKind::kStream);
}

}  // namespace

void require_distinct(const std::vector<FlowSpec>& flows) {
  std::set<std::string> reserved(kFlowClasses.begin(), kFlowClasses.end());
  reserved.insert({"", "downlink", "uplink"});
  std::set<std::string> names;
  std::set<std::uint16_t> ports;
  for (const auto& flow : flows) {
    if (!names.insert(flow.name).second ||
        (reserved.contains(flow.name) && !may_have_class_name(flow)))
      throw Error(fmt::format(
          "cannot compute metrics: the flow name `{}` is used twice or reserved for the metrics",
          flow.name));
    if (!ports.insert(flow.sink_port).second)
      throw Error(
          fmt::format("cannot compute metrics: two flows have the sink port {}", flow.sink_port));
  }
}

std::vector<std::vector<std::string>> possible_classes(const std::vector<FlowSpec>& flows) {
  enum Group { kBulk, kThird, kHttp, kStream, kNone };
  const auto group = [](const FlowSpec& flow) {
    if (flow.kind == FlowKind::kHttp) return kHttp;
    if (flow.kind == FlowKind::kStream) return kStream;
    if (flow.kind == FlowKind::kTransfer) return flow.competitor ? kThird : kBulk;
    return kNone;
  };
  std::array<int, kNone + 1> members{};
  for (const FlowSpec& flow : flows) ++members[group(flow)];
  std::vector<std::vector<std::string>> out(flows.size());
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const Group own = group(flows[i]);
    if (own == kBulk && members[kBulk] >= 2) out[i] = {"faster", "slower"};
    if (own == kThird && members[kThird] == 1) out[i] = {"third"};
    if (own == kHttp && members[kHttp] == 1) out[i] = {"http"};
    if (own == kStream && members[kStream] == 1) out[i] = {"stream"};
  }
  return out;
}

std::vector<std::pair<std::string, std::size_t>> flow_classes(const FlowMeters& flows) {
  std::vector<FlowSpec> specs;
  for (const auto& flow : flows) specs.push_back(flow->spec());
  const auto possible = possible_classes(specs);
  std::vector<std::pair<std::string, std::size_t>> classes;
  std::vector<std::size_t> bulk;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    if (possible[i].size() == 2) bulk.push_back(i);
    // A flow with the name of its class already reports its metrics under that name.
    if (possible[i].size() == 1 && possible[i].front() != specs[i].name)
      classes.emplace_back(possible[i].front(), i);
  }
  if (bulk.empty()) return classes;
  const auto [fastest, slowest] = std::minmax_element(
      bulk.begin(), bulk.end(),
      [&](std::size_t a, std::size_t b) { return flows[a].elapsed_ns() < flows[b].elapsed_ns(); });
  classes.emplace_back("faster", *fastest);
  classes.emplace_back("slower", *slowest);
  return classes;
}

}  // namespace seawind
