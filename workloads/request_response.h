// SPDX-License-Identifier: GPL-3.0-or-later
// Requests and responses of exact sizes in sequence; the client logs the duration of each. "sink"
// is the client, which starts; "source" is the server. TCP: one connection, opened at the start and
// closed by the client after the last response. Both ends set TCP_NODELAY, so that Nagle's
// algorithm does not affect the times. UDP: one datagram each way. A request without a response is
// retransmitted after `retry`; after `tries` transmissions the flow fails. A late response to an
// earlier transmission of the same request counts.
//
// UDP packets begin with the number of the request and the number of the transmission, 8 bytes
// each. Log of the client: "response" with "request", "rtt_ns" (from its first transmission),
// "transmissions".
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
