// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/event_log.h"

namespace seawind {

std::string_view to_string(DropReason reason) {
  switch (reason) {
    case DropReason::kOversize:
      return "oversize";
    case DropReason::kRouterFull:
      return "router_full";
    case DropReason::kErrorLoss:
      return "error_loss";
    case DropReason::kMalformed:
      return "malformed";
    case DropReason::kInputFull:
      return "input_full";
    case DropReason::kInputAge:
      return "input_age";
    case DropReason::kLinkReset:
      return "link_reset";
    case DropReason::kOutage:
      return "outage";
    case DropReason::kOutput:
      return "output";
    case DropReason::kShrink:
      return "shrink";
    case DropReason::kHeadDrop:
      return "head_drop";
    case DropReason::kAckFilter:
      return "ack_filter";
    case DropReason::kDataFilter:
      return "data_filter";
    case DropReason::kFastReset:
      return "fast_reset";
    case DropReason::kLifetime:
      return "lifetime";
    case DropReason::kEarly:
      return "early";
    case DropReason::kPoliced:
      return "policed";
    case DropReason::kClassified:
      return "classified";
    case DropReason::kHeldFull:
      return "held_full";
    case DropReason::kSendBufferFull:
      return "send_buffer_full";
    case DropReason::kMtu:
      return "mtu";
    case DropReason::kFirewall:
      return "firewall";
    case DropReason::kNatNoMapping:
      return "nat_no_mapping";
    case DropReason::kNatFiltered:
      return "nat_filtered";
    case DropReason::kNatNoPort:
      return "nat_no_port";
    case DropReason::kNatUntranslatable:
      return "nat_untranslatable";
  }
  return "unknown";
}

std::string_view to_string(EventKind kind) {
  switch (kind) {
    case EventKind::kArrival:
      return "arrival";
    case EventKind::kDrop:
      return "drop";
    case EventKind::kRouterEnqueue:
      return "router_enqueue";
    case EventKind::kRouterDequeue:
      return "router_dequeue";
    case EventKind::kSendBufferEnter:
      return "send_buffer_enter";
    case EventKind::kTransmitStart:
      return "transmit_start";
    case EventKind::kTransmitEnd:
      return "transmit_end";
    case EventKind::kCorrupted:
      return "corrupted";
    case EventKind::kRetransmit:
      return "retransmit";
    case EventKind::kSendBufferLeave:
      return "send_buffer_leave";
    case EventKind::kReceived:
      return "received";
    case EventKind::kDelivered:
      return "delivered";
    case EventKind::kStateChange:
      return "state_change";
    case EventKind::kParameterChange:
      return "parameter_change";
    case EventKind::kMark:
      return "mark";
    case EventKind::kGenerated:
      return "generated";
    case EventKind::kModified:
      return "modified";
    case EventKind::kLinkReset:
      return "link_reset";
    case EventKind::kBlocked:
      return "blocked";
    case EventKind::kUnblocked:
      return "unblocked";
    case EventKind::kRateChange:
      return "rate_change";
    case EventKind::kRouterAverage:
      return "router_average";
    case EventKind::kRouterTokens:
      return "router_tokens";
  }
  return "unknown";
}

std::string_view to_string(BlockReason reason) {
  switch (reason) {
    case BlockReason::kSpike:
      return "spike";
    case BlockReason::kOutage:
      return "outage";
    case BlockReason::kAllocation:
      return "allocation";
    case BlockReason::kNoRate:
      return "no_rate";
  }
  return "unknown";
}

std::string_view to_string(Direction direction) {
  return direction == Direction::kDownlink ? "downlink" : "uplink";
}

}  // namespace seawind
