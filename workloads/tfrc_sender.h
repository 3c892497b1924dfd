// SPDX-License-Identifier: GPL-3.0-or-later
// The sender of TFRC (RFC 5348, 4): computes the rate from feedback, and the sending instants from
// the rate. Time is a parameter; the class uses no clock or socket.
//
// The sender always has data: no interval is data-limited (4.3) and it is never idle (4.4). The
// optional oscillation damping (4.5) is not implemented.
//
// self_clocking: after a loss the rate is at most the receive rate that was reported with it,
// otherwise, once there has been a loss, at most 1.1 times the receive rate (Bansal, Balakrishnan,
// Floyd, Shenker: Dynamic Behavior of Slowly-Responsive Congestion Control Algorithms, SIGCOMM
// 2001).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "workloads/tfrc_receiver.h"

namespace seawind {

struct TfrcSenderOptions {
  std::int64_t packet_size = 1000;  // bytes
  bool self_clocking = false;
  bool minimum_per_rtt = false;  // at least a packet per round-trip time; else one in 64 s
};

class TfrcSender {
 public:
  static constexpr std::int64_t kNever = TfrcReceiver::kNever;
  static constexpr double kMaxBackoff = 64;  // t_mbi, seconds

  /// The first packet may leave at `now`.
  TfrcSender(const TfrcSenderOptions& options, std::int64_t now);

  /// When the next packet may leave.
  std::int64_t next_send() const;
  /// When the next packet was due: next_send(), or the instant of the feedback whose higher rate
  /// has moved next_send() into the past.
  std::int64_t due() const { return std::max(next_send(), due_since_); }
  /// Records that the packet was sent. A late sender catches up by at most a round-trip time.
  void on_sent(std::int64_t now);
  /// Processes feedback. Returns false for feedback that it ignores: a copy, one that newer
  /// feedback has overtaken, implausible feedback (rates that are not numbers, distant timestamps).
  bool on_feedback(std::int64_t now, const TfrcFeedback& feedback);
  /// The instant of the next on_timer() call: the expiry of the no-feedback timer.
  std::int64_t timer() const { return timer_; }
  void on_timer(std::int64_t now);

  double rate() const { return rate_; }            // bytes/s
  std::int64_t rtt() const { return rtt_; }        // ns; 0: no sample yet
  double loss_rate() const { return loss_rate_; }  // as last reported

 private:
  struct Report {
    std::int64_t at;
    double rate;
  };
  double size() const { return static_cast<double>(options_.packet_size); }
  double rtt_seconds() const { return static_cast<double>(rtt_) / 1e9; }
  double minimum() const;
  /// Bytes/s at the first feedback: a window of 2 to 4 packets, about 4380 bytes, per RTT.
  double initial_rate() const;
  double highest_report() const;
  void store_report(std::int64_t now, double rate);
  void limit_to(std::int64_t now, double limit);

  const TfrcSenderOptions options_;
  double rate_;
  std::int64_t rtt_ = 0;
  double loss_rate_ = 0;
  double equation_rate_ = 0;    // bytes/s; 0: no loss yet
  std::deque<Report> reports_;  // X_recv_set
  std::int64_t doubled_at_ = 0;
  bool any_feedback_ = false;
  std::uint32_t newest_feedback_ = 0;  // its number
  std::int64_t last_nominal_;          // planned instant of the last packet
  bool any_sent_ = false;
  std::int64_t due_since_ = 0;
  std::int64_t timer_;
};

}  // namespace seawind
