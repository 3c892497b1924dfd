// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>

#include <cerrno>
#include <span>
#include <vector>

#include "common/error.h"
#include "common/wire/network_order.h"
#include "workloads/flow_end.h"
#include "workloads/monotonic.h"
#include "workloads/request_response.h"
#include "workloads/tcp_socket.h"
#include "workloads/udp_socket.h"

namespace seawind {
namespace {

class Udp : public FlowEnd<RequestResponseOptions> {
 public:
  Udp(const RequestResponseOptions& options, Control& control)
      : FlowEnd("request_response", options, control),
        peer_(socket_address(options.peer, options.port)),
        socket_(bound_udp_socket(options.local, options.source() ? options.port : 0, options.dscp)),
        buffer_(65'536, 'w') {
    control.on_message([this](const AgentMessage& message) { finished_ |= message.finish; });
  }

 private:
  void traffic() override { options_.source() ? serve() : send_requests(); }
  Fields closing() override { return {{"bytes", outcome_.bytes}, {"responses", done_}}; }

  /// Runs until the agent reports the end of the client.
  void serve() {
    while (!finished_) {
      control_.wait(socket_.get(), POLLIN, Control::kNever);
      while (const auto request = receive_datagram(socket_.get(), buffer_, "receive a request")) {
        if (static_cast<std::int64_t>(request->size) != options_.request_size) continue;
        // A response that the kernel cannot queue counts as lost: the client retransmits the
        // request.
        if (send_datagram(socket_.get(), first(options_.response_size), request->from)) {
          ++done_;
          outcome_.bytes += options_.response_size;
        }
      }
    }
  }

  void send_requests() {
    log_start(wait_start());
    for (; done_ < options_.count; ++done_) {
      if (done_ > 0 && options_.think > 0) control_.wait_until(monotonic_ns() + options_.think);
      const std::int64_t asked = monotonic_ns();
      std::int64_t transmissions = 0;
      std::optional<std::int64_t> answered;
      while (!answered) {
        if (transmissions == options_.tries) {
          throw Error(fmt::format("request {} had no response after {} transmissions", done_,
                                  transmissions));
        }
        send_request(transmissions++);
        answered = wait_for_response(monotonic_ns() + options_.retry);
      }
      log_.packet(*answered, "response", "\"request\":{},\"rtt_ns\":{},\"transmissions\":{}", done_,
                  *answered - asked, transmissions);
    }
  }

  void send_request(std::int64_t sending) {
    put_i64(buffer_.data(), done_);
    put_i64(buffer_.data() + 8, sending);
    if (!send_datagram(socket_.get(), first(options_.request_size), peer_) && errno != EAGAIN &&
        errno != ENOBUFS) {
      throw system_error(
          fmt::format("send request {} to {}", done_, endpoint_text(options_.peer, options_.port)));
    }
  }

  std::optional<std::int64_t> wait_for_response(std::int64_t until) {
    while (monotonic_ns() < until) {
      control_.wait(socket_.get(), POLLIN, until);
      while (const auto response =
                 receive_datagram_from(peer_, socket_.get(), buffer_, "receive a response")) {
        if (static_cast<std::int64_t>(response->size) != options_.response_size) continue;
        outcome_.bytes += options_.response_size;
        if (get_i64(buffer_.data()) == done_) return response->arrival;
      }
    }
    return std::nullopt;
  }

  /// The first bytes of the buffer.
  std::span<const char> first(std::int64_t bytes) const {
    return std::span(buffer_).first(static_cast<std::size_t>(bytes));
  }

  const sockaddr_in peer_;  // the server, for the client
  Fd socket_;
  std::vector<char> buffer_;
  bool finished_ = false;
  std::int64_t done_ = 0;
};

}  // namespace

Outcome run_request_response_udp(const RequestResponseOptions& options, Control& control) {
  return Udp(options, control).run();
}

}  // namespace seawind
