// SPDX-License-Identifier: GPL-3.0-or-later
// The exit of one direction of a link: collects released packets, sends them to the port in batches
// and measures the lateness. Here a packet is released when it is handed to the port, which is
// after its release in order at the receiver (Frame::released_in_order).
#pragma once

#include <vector>

#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"
#include "emulator/daemon/clock.h"
#include "emulator/daemon/lateness.h"
#include "emulator/ports/port.h"

namespace seawind {

class ReleaseSender final : public PacketSink {
 public:
  ReleaseSender(Port& port, const Scheduler& scheduler, Clock& clock, LatenessMeter& lateness);

  /// `start` is CLOCK_MONOTONIC at the scheduler's time 0. Called before the first packet.
  void start(Time start) { start_ = start; }

  /// A packet leaves the link at the scheduler's now(); flush() hands it to the port.
  void deliver(Packet packet) override;
  /// Sends a frame outside the model, as soon as possible.
  void bypass(Packet packet);
  /// Sends the collected packets. The lateness of a packet is the clock after the system call that
  /// sent it, minus the intended instant. All packets of a batch count as sent with its last one.
  void flush();

  /// Sum of the delays from arrival to release, over all released packets except those that the
  /// link made itself, which did not arrive.
  Duration delay_sum() const { return delay_sum_; }

 private:
  static constexpr std::size_t kBatch = 128;

  Port& port_;
  const Scheduler& scheduler_;
  Clock& clock_;
  LatenessMeter& lateness_;
  Time start_;
  Duration delay_sum_;
  std::vector<Packet> packets_;
  std::vector<Time> intended_;  // intended times of packets_, CLOCK_MONOTONIC; Time::max():
                                // bypassed
};

}  // namespace seawind
