// SPDX-License-Identifier: GPL-3.0-or-later
// One page of HTTP/1.0 as in experiments B3. The client opens a connection for the body at its
// start instant; when the first bytes of the body arrive it opens connections for the inline
// objects, in order, as many as may be open at once, the body's included; each time one has ended
// the next one opens. Requests and responses have exact sizes: padding headers fill them up, and a
// response's size includes its header. The server hands the kernel writes of `write_size` and shuts
// down its side after the last byte; the client reads to the end of the stream, checks the count,
// closes.
//
// The response time is from the opening of the first connection to the arrival of the last byte of
// the last object. "source" is the server, which listens; "sink" is the client, which starts.
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

  /// Of object 0 (the body), 1, 2, ...
  std::int64_t response_size(std::int64_t object) const {
    return object == 0 ? body_size : object_size;
  }
  std::int64_t request_size(std::int64_t object) const {
    return object == 0 ? body_request_size : object_request_size;
  }
  std::int64_t page_size() const { return body_size + objects * object_size; }
};

/// "GET /0 HTTP/1.0", a padding header and the blank line: exactly `size` bytes. Throws Error when
/// that is too few.
std::string http_request(std::int64_t object, std::int64_t size);
/// The object a whole request asks for; -1 if it is not one of ours.
std::int64_t requested_object(const std::string& request);
/// "HTTP/1.0 200 OK", the content's length, the blank line and the content: exactly `size` bytes.
std::string http_response(std::int64_t size);

Outcome run_http_server(const HttpOptions& options, Control& control);
Outcome run_http_client(const HttpOptions& options, Control& control);

}  // namespace seawind
