// SPDX-License-Identifier: GPL-3.0-or-later
// DualPI2, the coupled dual-queue AQM for L4S (RFC 9332, appendix A with the overload handling of
// appendix A.2). ECT(1) and CE packets go to the low-latency queue L, all others to the classic
// queue C.
//
// Dequeue. The scheduler selects a queue. An L packet is marked with the larger of p_CL = k p' and
// L's own ramp. The ramp is 0 up to a wait of l4s_threshold and 1 from l4s_threshold + l4s_range on
// (range 0: a step); it is 0 if L held at most l4s_packets, this packet included. A C packet is
// marked (ECT(0)) or dropped (all others, reason early) with p_C = p'^2. pi2_controller.h has p'.
//
// Overload. With drop_on_overload, from p_CL = 1 on, L packets are dropped with p_C and the
// remaining ones marked with p_CL; from p_C = min(1, 1/k^2) on, C drops ECT(0) packets as well.
// Without it, p' is bounded to 1/k and packets are dropped only at the limit.
//
// Decisions follow recur() of the RFC: each queue accumulates its likelihoods, and every whole unit
// is one signal. With `random` a uniform number is compared instead (one draw per dequeued packet).
//
// Scheduler. Weighted round robin: while both queues have packets, each is charged for the bytes it
// sends, so that C gets the share classic_weight. When one queue is empty, the other is served and
// the account restarts in favour of L. Time-shifted FIFO: serves the head with the longer wait,
// where time_shift is added to that of L.
#pragma once

#include "emulator/core/random.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/fifo.h"
#include "emulator/router/pi2_controller.h"
#include "emulator/router/queue_discipline.h"

namespace seawind {

class DualPi2Queue final : public QueueDiscipline {
 public:
  DualPi2Queue(const DualPi2Config& config, const Node& node);

  void enqueue(Packet packet, Time now) override;
  Packet dequeue(Time now) override;
  Time next_ready(Time now) const override { return packets() > 0 ? now : Time::max(); }
  void remove_if(const std::function<bool(const Packet&)>& chosen, DropReason reason,
                 Time now) override;
  std::int64_t bytes() const override { return low_latency_.bytes() + classic_.bytes(); }
  std::int64_t packets() const override { return low_latency_.packets() + classic_.packets(); }

  void drain(std::vector<Packet>& out) override;
  BufferLimit limit() const override { return limit_; }

  /// Applies other parameters; packets, p' and the accumulated likelihoods are kept.
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

  /// The base probability p'.
  double base_probability() const { return controller_.base(); }

 private:
  void configure(const DualPi2Config& config, const RouterContext& link);
  void advance(Time now);
  bool low_latency_is_next() const;
  bool signal(double& count, double likelihood);
  double own_likelihood(Duration wait, std::int64_t packets) const;
  /// Returns false if the packet was dropped.
  bool pass_low_latency(TimedPacket& taken, std::int64_t packets, Time now);
  bool pass_classic(Packet& packet);

  DualPi2Config config_;
  BufferLimit limit_;
  Pi2Controller::Parameters parameters_;
  QueueEvents& events_;
  Fifo low_latency_;
  Fifo classic_;
  Pi2Controller controller_;
  RandomStream random_;
  double low_latency_count_ = 0;
  double classic_count_ = 0;
  std::int64_t classic_weight_ = 0;  // in millionths
  std::int64_t credit_ = 0;          // bytes x millionths of weight; > 0: C is next
  double draw_ = 0;                  // uniform number of the packet being dequeued
};

}  // namespace seawind
