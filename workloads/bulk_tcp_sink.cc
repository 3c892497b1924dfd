// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <vector>

#include "common/error.h"
#include "workloads/bulk_tcp.h"
#include "workloads/flow_end.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_sampler.h"
#include "workloads/tcp_socket.h"

namespace seawind {
namespace {

constexpr int kBulkTcpReadsPerTurn = 16;  // reads before the timer and the stop signal are checked

class BulkTcpSink : public FlowEnd<BulkTcpOptions> {
 public:
  BulkTcpSink(const BulkTcpOptions& options, Control& control)
      : FlowEnd("bulk_tcp", options, control),
        sampler_(log_, options.tcp_info_interval),
        listener_(listening_tcp_socket(options.local, options.port, options.dscp, 1)),
        buffer_(65536) {
    if (options.size > 0) prepared_["size"] = options.size;
    if (options.duration > 0) prepared_["duration"] = options.duration;
  }

 private:
  void traffic() override {
    socket_ = wait_connection(listener_.get());
    listener_.reset();
    log_.event(monotonic_ns(), "connected", connection_facts(socket_.get()));
    sampler_.attach(socket_.get());
    read_to_end();
  }

  Fields closing() override {
    if (sampler_.attached()) sampler_.take(outcome_.bytes);
    socket_.reset();
    return FlowEnd::closing();
  }

  void read_to_end() {
    for (;;) {
      const auto wake = control_.wait(socket_.get(), POLLIN, sampler_.next());
      sampler_.take_if_due(outcome_.bytes);
      if (wake == Control::Wake::kTimer) continue;
      for (int i = 0; i < kBulkTcpReadsPerTurn; ++i) {
        const ssize_t n = recv(socket_.get(), buffer_.data(), buffer_.size(), 0);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) break;
        if (n < 0) {
          const int error = errno;
          throw system_error(fmt::format("receive from {} (after {})", options_.peer,
                                         progress_text(options_, outcome_.bytes)),
                             error);
        }
        if (n == 0) {
          log_.event(monotonic_ns(), "end_of_stream", {{"bytes", outcome_.bytes}});
          if (options_.size == 0 || outcome_.bytes == options_.size) return;
          throw Error(fmt::format("the stream ended after {} bytes, {} were expected",
                                  outcome_.bytes, options_.size));
        }
        outcome_.bytes += n;
      }
    }
  }

  TcpSampler sampler_;
  Fd listener_;
  Fd socket_;
  std::vector<char> buffer_;
};

}  // namespace

Outcome run_bulk_tcp_sink(const BulkTcpOptions& options, Control& control) {
  return BulkTcpSink(options, control).run();
}

}  // namespace seawind
