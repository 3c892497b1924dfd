// SPDX-License-Identifier: GPL-3.0-or-later
// TFRC over UDP: the protocol (tfrc_sender.h, tfrc_receiver.h) with sockets and clocks. The source
// sends to the sink's port for `duration` from its start, always at the allowed rate. The sink
// sends feedback to the address the data come from, and ends `drain` after `duration`.
//
// Data: number, sender's stamp (ns), sender's RTT (ns); feedback: the echoed stamp, its delay, the
// receive rate (bytes/s), the loss event rate, the new path's RTT after a handover (0 otherwise), 8
// bytes each in network order; the number of handovers and that of the feedback, 4 bytes each.
//
// The sink accepts the notification "handover RATE RTT" (`handover 384kbit/s 300ms`): the new
// path's rate for this flow with UDP and IP headers, and its round-trip time. "handover" alone only
// clears the history. The source ignores notifications.
//
// Log of the source: sent ("seq", "bytes", "late_ns"), feedback that it did not ignore ("rate",
// "rtt_ns", "loss_rate", "receive_rate", "handovers"), no_feedback. Of the sink: received ("seq",
// "bytes", "sent"), report, handover.
#pragma once

#include "workloads/control.h"
#include "workloads/flow_options.h"
#include "workloads/outcome.h"

namespace seawind {

struct TfrcOptions : FlowOptions {
  std::int64_t packet_size = 1000;
  std::int64_t duration = 0;  // ns
  bool discounting = true;
  bool self_clocking = false;
  std::int64_t feedback_per_rtt = 1;
  bool minimum_per_rtt = false;
  std::int64_t lifetime = 0;  // ns; 0: no option in the packets
  std::int64_t drain = 10'000'000'000;
};

constexpr std::size_t kTfrcDataHeader = 24;
constexpr std::size_t kTfrcFeedback = 48;

/// "handover 384kbit/s 300ms" for packets of `size` bytes of payload: bytes of payload per second,
/// and ns; both 0 for "handover" alone. Throws Error for anything else.
struct TfrcHandover {
  double rate = 0;
  std::int64_t rtt = 0;
};
TfrcHandover parse_handover(const std::string& text, std::int64_t size);

Outcome run_tfrc_source(const TfrcOptions& options, Control& control);
Outcome run_tfrc_sink(const TfrcOptions& options, Control& control);

}  // namespace seawind
