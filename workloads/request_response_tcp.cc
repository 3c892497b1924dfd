// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <linux/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "common/error.h"
#include "workloads/flow_end.h"
#include "workloads/monotonic.h"
#include "workloads/request_response.h"
#include "workloads/tcp_socket.h"

namespace seawind {
namespace {

class Tcp : public FlowEnd<RequestResponseOptions> {
 public:
  Tcp(const RequestResponseOptions& options, Control& control)
      : FlowEnd("request_response", options, control),
        socket_(options.source()
                    ? listening_tcp_socket(options.local, options.port, options.dscp, 1)
                    : bound_tcp_socket(options.local, 0, options.dscp)),
        buffer_(65'536, 'w') {}

 private:
  void traffic() override { options_.source() ? serve() : send_requests(); }
  Fields closing() override { return {{"bytes", outcome_.bytes}, {"responses", done_}}; }

  void no_delay() {
    const int on = 1;
    if (setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) {
      throw system_error("switch Nagle's algorithm off");
    }
  }

  void serve() {
    socket_ = wait_connection(socket_.get());
    no_delay();
    log_.event(monotonic_ns(), "connected", connection_facts(socket_.get()));
    for (; done_ < options_.count; ++done_) {
      read_exactly(options_.request_size);
      write_exactly(options_.response_size);
      outcome_.bytes += options_.response_size;
    }
    if (read_some(1) != 0) throw Error("the client sent more requests than configured");
  }

  void send_requests() {
    const Control::Start start = wait_start();
    start_connect(socket_.get(), options_.peer, options_.port);
    log_start(start);
    while (control_.wait(socket_.get(), POLLOUT, Control::kNever) != Control::Wake::kSocket) {
    }
    if (const int error = pending_error(socket_.get())) {
      throw system_error("connect to " + endpoint_text(options_.peer, options_.port), error);
    }
    no_delay();
    log_.event(monotonic_ns(), "connected", connection_facts(socket_.get()));
    for (; done_ < options_.count; ++done_) {
      if (done_ > 0 && options_.think > 0) control_.wait_until(monotonic_ns() + options_.think);
      const std::int64_t asked = monotonic_ns();
      write_exactly(options_.request_size);
      read_exactly(options_.response_size);
      outcome_.bytes += options_.response_size;
      const std::int64_t now = monotonic_ns();
      log_.packet(now, "response", "\"request\":{},\"rtt_ns\":{},\"transmissions\":1", done_,
                  now - asked);
    }
  }

  Error failure(const char* tried, int error) const {
    return system_error(fmt::format("{} {} (after {} of {} responses)", tried, options_.peer, done_,
                                    options_.count),
                        error);
  }

  /// Reads at least one byte; returns the number of bytes, or 0 at the end of the stream.
  std::int64_t read_some(std::int64_t most) {
    for (;;) {
      const auto want = std::min(static_cast<std::size_t>(most), buffer_.size());
      const ssize_t n = recv(socket_.get(), buffer_.data(), want, 0);
      if (n >= 0) return n;
      if (errno != EAGAIN && errno != EINTR) throw failure("read from", errno);
      control_.wait(socket_.get(), POLLIN, Control::kNever);
    }
  }
  void read_exactly(std::int64_t size) {
    while (size > 0) {
      const std::int64_t n = read_some(size);
      if (n == 0) {
        throw Error(
            fmt::format("the other end closed after {} of {} responses", done_, options_.count));
      }
      size -= n;
    }
  }
  void write_exactly(std::int64_t size) {
    while (size > 0) {
      const auto want = std::min(static_cast<std::size_t>(size), buffer_.size());
      const ssize_t n = send(socket_.get(), buffer_.data(), want, MSG_NOSIGNAL);
      if (n >= 0) {
        size -= n;
      } else if (errno == EAGAIN) {
        control_.wait(socket_.get(), POLLOUT, Control::kNever);
      } else if (errno != EINTR) {
        throw failure("send to", errno);
      }
    }
  }

  Fd socket_;
  std::vector<char> buffer_;
  std::int64_t done_ = 0;
};

}  // namespace

Outcome run_request_response_tcp(const RequestResponseOptions& options, Control& control) {
  return Tcp(options, control).run();
}

}  // namespace seawind
