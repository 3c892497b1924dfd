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
  }
  return "unknown";
}

std::string_view to_string(Direction direction) {
  return direction == Direction::kDownlink ? "downlink" : "uplink";
}

}  // namespace seawind
