// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <vector>

#include "common/error.h"
#include "workloads/bulk_tcp.h"
#include "workloads/flow_log.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_sampler.h"
#include "workloads/tcp_socket.h"

namespace seawind {
namespace {

constexpr int kBulkTcpReadsPerTurn = 16;  // then the timer and the stop signal get a look

class BulkTcpSink {
 public:
  BulkTcpSink(const BulkTcpOptions& options, Control& control)
      : options_(options),
        control_(control),
        log_(options.log),
        sampler_(log_, options.tcp_info_interval),
        listener_(bound_tcp_socket(options.local, options.port, options.dscp)),
        buffer_(65536) {
    if (listen(listener_.get(), 1) != 0) {
      throw system_error("listen on " + endpoint_text(options.local, options.port));
    }
  }

  Outcome run() {
    auto fields = prepared_fields("bulk_tcp", options_);
    fields["size"] = options_.size;
    log_.event(monotonic_ns(), "prepared", fields);
    control_.ready();
    Outcome outcome;
    try {
      accept_one();
      read_to_end();
      outcome.ok = true;
    } catch (const Error& e) {
      outcome.error = e.what();
      log_.event(monotonic_ns(), "error", {{"error", outcome.error}, {"bytes", received_}});
    }
    outcome.bytes = received_;
    if (sampler_.attached()) sampler_.take(received_);
    socket_.reset();
    log_.event(monotonic_ns(), "close", {{"bytes", received_}, {"ok", outcome.ok}});
    log_.close();
    return outcome;
  }

 private:
  void accept_one() {
    while (!socket_) {
      control_.wait(listener_.get(), POLLIN, Control::kNever);
      socket_ = Fd(accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      // The connection may have been reset between the wake-up and here.
      if (!socket_ && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
        throw system_error("accept on " + endpoint_text(options_.local, options_.port));
      }
    }
    listener_.reset();
    log_.event(monotonic_ns(), "connected", connection_facts(socket_.get()));
    sampler_.attach(socket_.get());
  }

  void read_to_end() {
    for (;;) {
      const auto wake = control_.wait(socket_.get(), POLLIN, sampler_.next());
      sampler_.poll(received_);
      if (wake == Control::Wake::kTimer) continue;
      for (int i = 0; i < kBulkTcpReadsPerTurn; ++i) {
        const ssize_t n = recv(socket_.get(), buffer_.data(), buffer_.size(), 0);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) break;
        if (n < 0) {
          const int error = errno;
          throw system_error(fmt::format("receive from {} (after {} of {} bytes)", options_.peer,
                                         received_, options_.size),
                             error);
        }
        if (n == 0) {
          log_.event(monotonic_ns(), "end_of_stream", {{"bytes", received_}});
          if (received_ == options_.size) return;
          throw Error(fmt::format("the stream ended after {} bytes, {} were expected", received_,
                                  options_.size));
        }
        received_ += n;
      }
    }
  }

  const BulkTcpOptions& options_;
  Control& control_;
  FlowLog log_;
  TcpSampler sampler_;
  Fd listener_;
  Fd socket_;
  std::vector<char> buffer_;
  std::int64_t received_ = 0;
};

}  // namespace

Outcome run_bulk_tcp_sink(const BulkTcpOptions& options, Control& control) {
  return BulkTcpSink(options, control).run();
}

}  // namespace seawind
