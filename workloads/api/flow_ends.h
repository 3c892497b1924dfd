// SPDX-License-Identifier: GPL-3.0-or-later
// The roles of the ends of a flow: which end starts, and which only serves. Shared by the agent and
// the controller, which sends the start instants.
#pragma once

#include "workloads/api/agent.pb.h"

namespace seawind {

/// The end that acts at the flow's start: the sender, or the client of a server.
inline PrepareRequest::End starting_end(const Flow& flow) {
  switch (flow.generator_case()) {
    case Flow::kHttp:
    case Flow::kRequestResponse:
    case Flow::kAbortedDownload:
      return PrepareRequest::SINK;
    case Flow::kCommand:
      return flow.command().starts() == Command::SINK ? PrepareRequest::SINK
                                                      : PrepareRequest::SOURCE;
    case Flow::kBulkTcp:
    case Flow::kStream:
    case Flow::kTfrc:
    case Flow::kPing:
    case Flow::GENERATOR_NOT_SET:
      break;
  }
  return PrepareRequest::SOURCE;
}

/// Whether an end receives the flow's start instant: the starting end, and receivers of datagrams.
/// A datagram receiver cannot detect the end of the flow and computes it from the start.
inline bool expects_start(const Flow& flow, PrepareRequest::End end) {
  return end == starting_end(flow) || flow.has_stream() || flow.has_tfrc();
}

/// Whether an end runs until Agent.Finish. The server of an aborted download may run a few seconds
/// longer, because it may have got no connection or no RST.
inline bool only_serves(const Flow& flow, PrepareRequest::End end) {
  if (end == starting_end(flow)) return false;
  return flow.has_ping() || flow.has_command() || flow.has_aborted_download() ||
         (flow.has_request_response() &&
          flow.request_response().protocol() == RequestResponse::UDP);
}

}  // namespace seawind
