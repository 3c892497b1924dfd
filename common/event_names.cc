// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "common/event_log.h"

namespace seawind {
namespace {

// Names in the order of the enumerators' values, which begin at 1 and have no gaps.
constexpr auto kDropNames =
    std::to_array<std::string_view>({"unknown",      "oversize",    "router_full",
                                     "error_loss",   "malformed",   "input_full",
                                     "input_age",    "link_reset",  "outage",
                                     "output",       "shrink",      "head_drop",
                                     "ack_filter",   "data_filter", "fast_reset",
                                     "lifetime",     "early",       "policed",
                                     "classified",   "held_full",   "send_buffer_full",
                                     "mtu",          "firewall",    "nat_no_mapping",
                                     "nat_filtered", "nat_no_port", "nat_untranslatable"});
static_assert(kDropNames.size() == kDropReasons);

constexpr auto kEventNames =
    std::to_array<std::string_view>({"unknown",        "arrival",           "drop",
                                     "router_enqueue", "router_dequeue",    "send_buffer_enter",
                                     "transmit_start", "transmit_end",      "corrupted",
                                     "retransmit",     "send_buffer_leave", "received",
                                     "delivered",      "state_change",      "parameter_change",
                                     "mark",           "generated",         "modified",
                                     "link_reset",     "blocked",           "unblocked",
                                     "rate_change",    "router_average",    "router_tokens"});
static_assert(kEventNames.size() == static_cast<std::size_t>(EventKind::kRouterTokens) + 1);

constexpr auto kBlockNames =
    std::to_array<std::string_view>({"unknown", "spike", "outage", "allocation", "no_rate"});
static_assert(kBlockNames.size() == static_cast<std::size_t>(BlockReason::kNoRate) + 1);

template <typename Enum, std::size_t N>
constexpr std::string_view name_at(const std::array<std::string_view, N>& names, Enum value) {
  const auto i = static_cast<std::size_t>(value);
  return names[i < N ? i : 0];
}

}  // namespace

std::string_view to_string(DropReason reason) {
  return name_at(kDropNames, reason);
}

std::string_view to_string(EventKind kind) {
  return name_at(kEventNames, kind);
}

std::string_view to_string(BlockReason reason) {
  return name_at(kBlockNames, reason);
}

std::string_view to_string(Direction direction) {
  return direction == Direction::kDownlink ? "downlink" : "uplink";
}

}  // namespace seawind
