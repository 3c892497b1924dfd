// SPDX-License-Identifier: GPL-3.0-or-later
// Where one direction of a link ends: collects what is released and hands it to the port in
// batches, measuring how late that was.
#pragma once

#include <vector>

#include "common/histogram.h"
#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"
#include "emulator/daemon/clock.h"
#include "emulator/ports/port.h"

namespace seawind {

class Egress final : public PacketSink {
 public:
  Egress(Port& port, const Scheduler& scheduler, Clock& clock, Histogram& lateness);

  /// CLOCK_MONOTONIC of the scheduler's time 0; before the first packet.
  void start(Time start) { start_ = start; }

  /// A packet is released at the scheduler's now().
  void deliver(Packet packet) override;
  /// A frame passes outside the model, as soon as possible.
  void bypass(Packet packet);
  /// Sends what has been collected. Lateness is the clock after the call that sent the packet,
  /// minus the intended instant: for a batch, every packet is counted as sent with the last of it.
  void flush();

  /// From arrival to release, over all packets released.
  Duration delay_sum() const { return delay_sum_; }

 private:
  static constexpr std::size_t kBatch = 32;

  Port& port_;
  const Scheduler& scheduler_;
  Clock& clock_;
  Histogram& lateness_;
  Time start_;
  Duration delay_sum_;
  std::vector<Packet> packets_;
  std::vector<Time> intended_;  // of the packets, CLOCK_MONOTONIC; Time::max(): bypassed
};

}  // namespace seawind
