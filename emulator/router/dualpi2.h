// SPDX-License-Identifier: GPL-3.0-or-later
// DualPI2, the coupled dual-queue AQM for L4S (RFC 9332, appendix A with the overload handling of
// appendix A.2). ECT(1) and CE go to the low-latency queue L, the rest to the classic queue C.
//
// Dequeue: the scheduler chooses a queue. A packet of L is marked with the larger of p_CL = k p'
// and L's own ramp: 0 up to l4s_threshold of wait, 1 from l4s_threshold + l4s_range on (range 0: a
// step), and 0 while L held no more than l4s_packets, this one included. A packet of C is marked
// with p_C = p'^2 when ECT(0), else dropped (reason early). Overload (drop_on_overload): from p_CL
// = 1 on L too is dropped with p_C and what remains is marked with p_CL, and from p_C = min(1,
// 1/k^2) on C drops ECT(0) as well; without it p' is bounded to 1/k and only the limit drops. p':
// see dualpi2_law.h.
//
// A likelihood is played out as recur() of the RFC does: it is added up per queue and every whole
// one is a signal; `random` compares a uniform number instead (one draw per packet taken out).
//
// Scheduler. Weighted round robin: while both queues have packets each pays for the bytes it sends,
// so that C gets classic_weight of them; when one is empty the other is served and the account
// starts again, in favour of L. Time-shifted FIFO: the head that waited longer, L's counted with
// time_shift more.
#pragma once

#include "emulator/core/random.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/dualpi2_law.h"
#include "emulator/router/queue_discipline.h"
#include "emulator/router/timed_fifo.h"

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

  /// Takes over other parameters; packets, p' and the counts stay.
  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

  /// p'.
  double base_probability() const { return law_.base(); }

 private:
  void configure(const DualPi2Config& config, const RouterContext& link);
  void advance(Time now);
  bool low_latency_is_next() const;
  bool signal(double& count, double likelihood);
  double own_likelihood(Duration wait, std::int64_t packets) const;
  /// False: the packet was dropped.
  bool pass_low_latency(TimedPacket& taken, std::int64_t packets, Time now);
  bool pass_classic(Packet& packet);

  DualPi2Config config_;
  BufferLimit limit_;
  DualPi2Law::Parameters parameters_;
  QueueEvents& events_;
  TimedFifo low_latency_;
  TimedFifo classic_;
  DualPi2Law law_;
  RandomStream random_;
  double low_latency_count_ = 0;
  double classic_count_ = 0;
  std::int64_t classic_weight_ = 0;  // of a million
  std::int64_t credit_ = 0;          // bytes x millionths of weight; > 0: C's turn
  double draw_ = 0;                  // of the packet being taken out
};

}  // namespace seawind
