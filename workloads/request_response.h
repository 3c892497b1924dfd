// SPDX-License-Identifier: GPL-3.0-or-later
// Requests and responses of exact sizes, one after the other; the time each takes is logged. "sink"
// is the client, which starts; "source" is the server. TCP: all in one connection, opened at the
// start and closed by the client after the last response; TCP_NODELAY at both ends, or the times
// would be those of Nagle's algorithm. UDP: a datagram each way; a request without a response is
// sent again after `retry`, `tries` times in all, then the flow has failed. A late response to an
// earlier sending of the same request counts.
//
// UDP packets begin with the request's number and the number of the sending, 8 bytes each.
// Log of the client: "response" with "request", "rtt_ns" (from its first sending), "sendings".
#pragma once

#include "workloads/control.h"
#include "workloads/flow_options.h"
#include "workloads/outcome.h"

namespace seawind {

struct RequestResponseOptions : FlowOptions {
  bool udp = false;
  std::int64_t request_size = 100;
  std::int64_t response_size = 1000;
  std::int64_t count = 10;
  std::int64_t think = 0;              // ns
  std::int64_t retry = 3'000'000'000;  // ns
  std::int64_t tries = 10;
};

Outcome run_request_response_tcp(const RequestResponseOptions& options, Control& control);
Outcome run_request_response_udp(const RequestResponseOptions& options, Control& control);

}  // namespace seawind
