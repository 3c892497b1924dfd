// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/drop_counts.h"

namespace seawind {

DropKind kind_of(DropReason reason) {
  switch (reason) {
    case DropReason::kRouterFull:
    case DropReason::kInputFull:
    case DropReason::kInputAge:
    case DropReason::kShrink:
    case DropReason::kHeadDrop:
    case DropReason::kEarly:
    case DropReason::kPoliced:
    case DropReason::kHeldFull:
    case DropReason::kSendBufferFull:
      return DropKind::kCongestion;
    case DropReason::kErrorLoss:
    case DropReason::kLinkReset:
    case DropReason::kOutage:
      return DropKind::kError;
    default:
      return DropKind::kOther;
  }
}

namespace {
bool always_shown(DropReason reason) {
  return reason == DropReason::kRouterFull || reason == DropReason::kErrorLoss ||
         reason == DropReason::kOversize || reason == DropReason::kMalformed;
}
}  // namespace

void report_drops(const std::string& flow, const std::string& prefix, const DropCounts& drops,
                  std::vector<MetricValue>& out) {
  std::array<std::int64_t, 3> kinds{};
  for (std::size_t i = 1; i < kDropReasons; ++i) {
    const auto reason = static_cast<DropReason>(i);
    kinds[static_cast<std::size_t>(kind_of(reason))] += drops[i].packets;
    if (drops[i].packets == 0 && !always_shown(reason)) continue;
    const std::string name = prefix + std::string(to_string(reason));
    out.push_back({flow, name, "packets", static_cast<double>(drops[i].packets)});
    out.push_back({flow, name + "_bytes", "B", static_cast<double>(drops[i].bytes)});
  }
  const char* names[] = {"congestion", "error", "other"};
  for (std::size_t i = 0; i < kinds.size(); ++i)
    out.push_back({flow, prefix + names[i], "packets", static_cast<double>(kinds[i])});
}

}  // namespace seawind
