// SPDX-License-Identifier: GPL-3.0-or-later
// One page of HTTP/1.0 as in experiments B3. The client opens a connection for the body at its
// start instant. When the first bytes of the body arrive, the client opens connections for the
// inline objects, in order, up to `connections` at once including the body's. Each time a
// connection ends, the next one is opened. Requests and responses have exact sizes: padding headers
// fill them, and a response's size includes its header. The server writes in pieces of `write_size`
// and shuts down its sending side after the last byte. The client reads to the end of the stream,
// checks the count and closes.
//
// The response time runs from the opening of the first connection to the arrival of the last byte
// of the last object. "source" is the server, which listens; "sink" is the client, which starts.
#pragma once

#include <string>

#include "workloads/control.h"
#include "workloads/flow_options.h"
#include "workloads/outcome.h"

namespace seawind {

struct HttpOptions : FlowOptions {
  std::int64_t body_size = 11'792;  // bytes, header included
  std::int64_t objects = 8;
  std::int64_t object_size = 8'576;
  std::int64_t connections = 4;  // open at the same time, at most
  std::int64_t body_request_size = 351;
  std::int64_t object_request_size = 350;
  std::int64_t write_size = 4'288;

  /// Bytes of the response, header included; object 0 is the body.
  std::int64_t response_size(std::int64_t object) const {
    return object == 0 ? body_size : object_size;
  }
  std::int64_t request_size(std::int64_t object) const {
    return object == 0 ? body_request_size : object_request_size;
  }
  std::int64_t page_size() const { return body_size + objects * object_size; }
};

/// "GET /0 HTTP/1.0", a padding header and the blank line: exactly `size` bytes. Throws Error if
/// `size` is too small.
std::string http_request(std::int64_t object, std::int64_t size);
/// The object number in a complete request; -1 if the request is not from this client.
std::int64_t requested_object(const std::string& request);
/// "HTTP/1.0 200 OK", the content's length, the blank line and the content: exactly `size` bytes.
std::string http_response(std::int64_t size);

Outcome run_http_server(const HttpOptions& options, Control& control);
Outcome run_http_client(const HttpOptions& options, Control& control);

}  // namespace seawind
