// SPDX-License-Identifier: GPL-3.0-or-later
// The receiver of TFRC (RFC 5348, 5 and 6): computes feedback from received packets. Time is a
// parameter; the class uses no clock or socket, so that tests can simulate hours.
//
// A packet is lost when three packets with higher numbers have arrived; a packet that arrives
// before then counts as received. One that arrives later counts in the receive rate; a copy is
// ignored. Losses within a round-trip time of the first loss of an event belong to that event. The
// time of a loss is interpolated between the neighbouring packets. Feedback is due `per_rtt` times
// per round-trip time in which data arrived, and at once for the first packet, for each until the
// sender has a round-trip time, for a new loss event, and for the first packet after a round-trip
// time without any.
//
// Explicit handover notification (Gurtov and Korhonen, experiments V13): a notification gives the
// rate and the round-trip time of the new path. The receiver discards the measurements of the old
// path. For three round-trip times it reports the announced rate and the matching loss event rate,
// and counts no losses. Then it continues with a history that consists of this loss event rate.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>

#include "workloads/tfrc_loss_history.h"

namespace seawind {

struct TfrcFeedback {
  std::int64_t data_sent = 0;   // the sender's timestamp in the newest packet received
  std::int64_t data_delay = 0;  // ns from its arrival to this feedback
  double receive_rate = 0;      // bytes/s
  double loss_rate = 0;         // p
  std::int64_t new_rtt = 0;     // ns; not 0: RTT of the new path after a handover
  std::uint32_t number = 0;     // of this feedback, from 1
  std::uint32_t handovers = 0;  // notifications so far: each has discarded the loss history
  bool operator==(const TfrcFeedback&) const = default;
};

struct TfrcReceiverOptions {
  std::int64_t packet_size = 1000;  // bytes
  bool discounting = true;
  std::int64_t per_rtt = 1;
};

class TfrcReceiver {
 public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  static constexpr int kLaterPackets = 3;  // with higher numbers: the packet is lost
  static constexpr int kAnnouncedRtts = 3;

  explicit TfrcReceiver(const TfrcReceiverOptions& options);

  struct Data {
    std::uint64_t sequence = 0;
    std::int64_t sent = 0;  // the sender's stamp
    std::int64_t rtt = 0;   // the sender's estimate; 0: none yet
    std::int64_t size = 0;
  };
  /// Processes a received packet and returns feedback if it is due at once. Implausible packets (a
  /// number far ahead, a round-trip time above an hour) are ignored, because any host can send
  /// them.
  std::optional<TfrcFeedback> on_data(std::int64_t now, const Data& data);
  /// The instant of the next on_timer() call; kNever if none.
  std::int64_t timer() const { return timer_; }
  std::optional<TfrcFeedback> on_timer(std::int64_t now);
  /// Rate in payload bytes per second, RTT in ns. A rate of 0 means unknown: only clears the
  /// history.
  void on_handover(std::int64_t now, double rate, std::int64_t rtt);

  double loss_rate() const { return history_.p(); }
  const TfrcLossHistory& history() const { return history_; }

 private:
  bool plausible(const Data& data) const;
  struct Arrival {
    std::int64_t at;
    std::int64_t size;
  };
  /// Numbers that are missing, and the packets around them.
  struct Hole {
    std::uint64_t first, last;
    std::uint64_t before, after;
    std::int64_t before_at, after_at;
    int later;  // packets received with higher numbers
  };

  /// Takes the packet out of `holes`. Returns whether it was in one.
  static bool fill(std::deque<Hole>& holes, std::uint64_t sequence);
  void note_missing(std::int64_t now, std::uint64_t sequence);
  void take_losses();
  void lose(const Hole& hole);
  double first_interval() const;
  double receive_rate(std::int64_t now) const;
  TfrcFeedback feedback(std::int64_t now);
  bool reports_new_path(std::int64_t now) const { return now < announced_until_; }
  std::int64_t period() const;

  const TfrcReceiverOptions options_;
  TfrcLossHistory history_;
  std::deque<Arrival> arrivals_;  // of two round-trip times before the last feedback, and since
  std::deque<Hole> holes_;
  std::deque<Hole> lost_;  // the newest holes that take_losses() has taken, without filled numbers
  bool any_ = false;
  std::uint64_t highest_ = 0;
  std::int64_t highest_at_ = 0;
  Data newest_;
  std::int64_t newest_at_ = 0;
  std::int64_t rtt_ = 0;
  std::int64_t event_at_ = 0;  // when the first packet of the last loss event was lost
  std::int64_t reported_at_ = 0;
  double reported_loss_rate_ = 0;
  double highest_rate_ = 0;  // of all receive rates reported
  bool data_since_report_ = false;
  bool starved_ = false;  // the timer expired without data
  std::int64_t timer_ = kNever;
  std::int64_t announced_until_ = 0;
  std::int64_t new_rtt_ = 0;
  std::uint32_t feedbacks_ = 0;
  std::uint32_t handovers_ = 0;
  double announced_rate_ = 0;
  double announced_loss_rate_ = 0;
};

}  // namespace seawind
