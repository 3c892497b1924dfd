// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <vector>

#include "common/error.h"
#include "workloads/bulk_tcp.h"
#include "workloads/flow_end.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_sampler.h"
#include "workloads/tcp_socket.h"

namespace seawind {
namespace {

constexpr int kWritesPerTurn = 64;  // writes before the timer and the stop signal are checked

class BulkTcpSource : public FlowEnd<BulkTcpOptions> {
 public:
  BulkTcpSource(const BulkTcpOptions& options, Control& control)
      : FlowEnd("bulk_tcp", options, control),
        sampler_(log_, options.tcp_info_interval),
        socket_(bound_tcp_socket(options.local, 0, options.dscp)),
        payload_(
            static_cast<std::size_t>(options.size > 0 ? std::min(options.write_size, options.size)
                                                      : options.write_size),
            'w') {
    if (options.size > 0) prepared_["size"] = options.size;
    if (options.duration > 0) prepared_["duration"] = options.duration;
    prepared_["write_size"] = options.write_size;
  }

 private:
  void traffic() override {
    const Control::Start start = wait_start();
    connected_ = start_connect(socket_.get(), options_.peer, options_.port);
    log_start(start);
    if (options_.duration > 0) end_ = start.intended + options_.duration;
    sampler_.attach(socket_.get());
    connect();
    send_all();
    finish();
  }

  Fields closing() override {
    if (sampler_.attached()) sampler_.take(outcome_.bytes);
    socket_.reset();
    return FlowEnd::closing();
  }

  Error failure(const std::string& tried, int error) const {
    return system_error(
        fmt::format("{} {} (after {})", tried, endpoint_text(options_.peer, options_.port),
                    progress_text(options_, outcome_.bytes)),
        error);
  }

  /// Waits for the socket, at most until `limit`. Takes the samples that become due meanwhile.
  void wait(short events, std::int64_t limit = Control::kNever) {
    while (monotonic_ns() < limit &&
           control_.wait(socket_.get(), events, std::min(limit, sampler_.next())) ==
               Control::Wake::kTimer) {
      sampler_.take_if_due(outcome_.bytes);
    }
    sampler_.take_if_due(outcome_.bytes);
  }

  void connect() {
    if (!connected_) wait(POLLOUT);
    if (const int error = pending_error(socket_.get())) throw failure("connect to", error);
    log_.event(monotonic_ns(), "connected", connection_facts(socket_.get()));
  }

  void send_all() {
    std::size_t offset = 0;  // in a write that the kernel accepted in part
    while (left() > 0 && monotonic_ns() < end_) {
      wait(POLLOUT | POLLRDHUP, end_);
      for (int i = 0; i < kWritesPerTurn && left() > 0 && monotonic_ns() < end_; ++i) {
        const std::size_t want =
            std::min(payload_.size() - offset, static_cast<std::size_t>(left()));
        const ssize_t n = send(socket_.get(), payload_.data() + offset, want, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) {
          if (peer_closed()) throw closed_early();
          break;
        }
        if (n < 0) throw failure("send to", errno);
        outcome_.bytes += n;
        offset = (offset + static_cast<std::size_t>(n)) % payload_.size();
      }
    }
  }

  /// Payload bytes still to be written; a transfer with a duration never runs out of them.
  std::int64_t left() const {
    constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();
    return (options_.size > 0 ? options_.size : kEndless) - outcome_.bytes;
  }

  bool peer_closed() const {
    char byte = 0;
    return recv(socket_.get(), &byte, 1, MSG_PEEK) == 0;
  }

  Error closed_early() const {
    return Error(fmt::format("the sink {} closed the connection after {} were sent",
                             endpoint_text(options_.peer, options_.port),
                             progress_text(options_, outcome_.bytes)));
  }

  void finish() {
    if (shutdown(socket_.get(), SHUT_WR) != 0) throw failure("shut down towards", errno);
    log_.event(monotonic_ns(), "shutdown", {{"bytes", outcome_.bytes}});
    std::array<char, 4096> unexpected;
    for (;;) {
      wait(POLLIN);
      const ssize_t n = recv(socket_.get(), unexpected.data(), unexpected.size(), 0);
      if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (n < 0) throw failure("finish the transfer to", errno);
      if (n == 0) break;
      throw Error("the sink sent unexpected data");
    }
    log_.event(monotonic_ns(), "end_of_stream", {{"bytes", outcome_.bytes}});
    // The end of stream also occurs when the sink has ended before it received all bytes.
    if (const int missing = unacknowledged_bytes(socket_.get()); missing > 0) {
      throw Error(fmt::format("the sink {} closed the connection with {} bytes unacknowledged",
                              endpoint_text(options_.peer, options_.port), missing));
    }
  }

  TcpSampler sampler_;
  Fd socket_;
  std::vector<char> payload_;
  bool connected_ = false;
  std::int64_t end_ = Control::kNever;  // the instant at which the duration is over
};

}  // namespace

Outcome run_bulk_tcp_source(const BulkTcpOptions& options, Control& control) {
  return BulkTcpSource(options, control).run();
}

}  // namespace seawind
