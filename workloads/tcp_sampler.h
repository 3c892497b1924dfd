// SPDX-License-Identifier: GPL-3.0-or-later
// Takes TCP_INFO samples of one socket at a fixed interval into a FlowLog.
#pragma once

#include <cstdint>

#include "workloads/control.h"
#include "workloads/flow_log.h"
#include "workloads/monotonic.h"
#include "workloads/tcp_info.h"

namespace seawind {

class TcpSampler {
 public:
  /// `interval` in ns; 0: only samples taken with take(). Keeps a reference to `log`.
  TcpSampler(FlowLog& log, std::int64_t interval) : log_(log), interval_(interval) {}

  /// Starts sampling `socket`: the first sample is due at once, then one every interval.
  void attach(int socket) {
    socket_ = socket;
    if (interval_ > 0) next_ = monotonic_ns();
  }
  bool attached() const { return socket_ >= 0; }
  /// When the next sample is due; Control::kNever if none.
  std::int64_t next() const { return next_; }
  /// Takes the sample if it is due. Missed samples are skipped.
  void take_if_due(std::int64_t bytes) {
    const std::int64_t now = monotonic_ns();
    if (now < next_) return;
    take(bytes);
    next_ += interval_ * ((now - next_) / interval_ + 1);
  }
  void take(std::int64_t bytes) { log_.sample(monotonic_ns(), bytes, read_tcp_info(socket_)); }

 private:
  FlowLog& log_;
  std::int64_t interval_;
  std::int64_t next_ = Control::kNever;
  int socket_ = -1;
};

}  // namespace seawind
