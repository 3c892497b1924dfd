// SPDX-License-Identifier: GPL-3.0-or-later
// The rate model decides when the transmitter may start a frame and when the transmission ends.
// Three implementations: rate_by_state.h (rate_base times channels, with background load),
// rate_schedule.h (steps in time), delivery_trace_rate.h (a mahimahi packet-delivery trace).
// rate_control.h creates and replaces them; the link uses only rate_control.h.
//
// Contract:
//  - earliest_start(now, arrived) is called when a frame is ready at the transmitter, nothing is
//    being transmitted, and no other gate has been checked; it is called again after every wake-up.
//    A schedule or trace that starts at the first packet starts at its first call. `now` is
//    scheduler.now(); `arrived` is that of end_of(). It returns `now`, the earliest known later
//    instant, or Time::max() if that is not known yet.
//  - end_of(start, bytes, arrived) commits the start of a frame of `bytes` (overheads included) at
//    `start` = now, after earliest_start() has returned `now`. It returns the end of the
//    transmission, which is final: a frame keeps the rate it started with. `arrived` is the arrival
//    at the link of the packet (of the last one, if the frame carries parts of several); a delivery
//    opportunity at or before `arrived` cannot carry the frame. Only one frame is transmitted at a
//    time.
//  - RateContext::progress is called when a frame that earliest_start() refused may start, and
//    whenever a waiting frame might start earlier than the returned time. The call is made from an
//    event of its own, never from inside another call. A caller that was refused therefore needs no
//    timer. Spurious calls are allowed.
//  - kRateChange (value: the new rate in bit/s) is emitted at every change of the rate, and at the
//    beginning unless the rate is constant. kBlocked and kUnblocked with kNoRate report a rate of
//    0.
#pragma once

#include <cstdint>
#include <functional>

#include "common/time.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/channel_process.h"
#include "emulator/link/event_emitter.h"
#include "emulator/link/hop_config.h"
#include "emulator/link/progress.h"

namespace seawind {

struct RateContext {
  std::uint64_t seed;
  ChannelProcess& channel;
  Scheduler& scheduler;
  const EventEmitter& emit;
  Progress& progress;                                        // called when a frame may start
  std::function<void(std::uint32_t bytes)> background_sent;  // background_channels.h
};

class RateModel {
 public:
  virtual ~RateModel() = default;
  virtual Time earliest_start(Time now, Time arrived) = 0;
  virtual Time end_of(Time start, std::int64_t bytes, Time arrived) = 0;
  /// bit/s at scheduler.now(), for queue disciplines and displays; the mean rate for a trace.
  virtual std::int64_t rate() = 0;
  /// The model is being replaced: it must not emit events or call the context any more. Its events
  /// remain in the scheduler, so it must live until idle().
  virtual void retire() = 0;
  /// True if the scheduler holds no event of this model.
  virtual bool idle() const = 0;
};

}  // namespace seawind
