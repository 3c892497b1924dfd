// SPDX-License-Identifier: GPL-3.0-or-later
// When the serializer may start a frame and when it is done with it. Three implementations:
// rate_by_state.h (rate_base times channels, with background load), rate_schedule.h (steps in
// time), rate_trace.h (a mahimahi packet-delivery trace). rate_control.h makes them and changes
// them live; the link uses that one alone.
//
// Contract:
//  - may_start(now) is asked whenever a frame stands ready at the serializer and nothing is being
//    transmitted, before any other gate is asked (a schedule or trace that starts at the first
//    packet starts then), and again after every wake. `now` is scheduler.now(). The answer is
//    `now`, or the earliest later instant known, or Time::max() when that depends on what is not
//    known yet.
//  - end_of(start, bytes, arrived) commits: a frame of `bytes` (overheads included) starts at
//    `start` = now, for which may_start has just said `now`. The answer is the end of its
//    transmission, which nothing changes any more: a frame keeps the rate it started with.
//    `arrived` is when the packet (the last one, if the frame carries pieces of several) came to
//    the link: a delivery opportunity at or before it cannot carry it. Only one frame at a time.
//  - RateListener::rate_wake() is called at the instant a frame that was told to wait may start,
//  and
//    whenever waiting frames might start earlier than told; from an event of its own, never from
//    inside a call. So whoever is told to wait need not set a timer: it will be called. It may be
//    called for nothing.
//  - kRateChange (value: bit/s from now on) is told at every change of the rate, and at the
//  beginning
//    unless the rate is a fixed one. kBlocked and kUnblocked with kNoRate tell when the rate is 0.
#pragma once

#include <cstdint>

#include "common/time.h"
#include "emulator/core/observer.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/channel.h"
#include "emulator/link/hop_config.h"

namespace seawind {

class RateListener {
 public:
  virtual ~RateListener() = default;
  virtual void rate_wake() = 0;
  /// A packet of the background load of so many IP bytes has had its air time and comes out of the
  /// link now (bgl_output_handling write). From an event of its own. The listener makes the packet
  /// (background_packet.h), a generated one: it is at the receiver one propagation delay later and
  /// is neither lost nor held; kGenerated and kDelivered tell of it.
  virtual void background_sent(std::uint32_t bytes) = 0;
};

struct RateContext {
  std::uint64_t seed;
  Direction direction;
  ChannelProcess& channel;
  Scheduler& scheduler;
  LinkObserver& observer;
  RateListener& listener;
};

class RateModel {
 public:
  virtual ~RateModel() = default;
  virtual Time may_start(Time now) = 0;
  virtual Time end_of(Time start, std::int64_t bytes, Time arrived) = 0;
  /// bit/s at scheduler.now(), for queue disciplines and displays; of a trace, its mean.
  virtual std::int64_t rate() = 0;
  /// The model is replaced: it tells and does nothing any more. Its events stay in the scheduler,
  /// so it must live until idle().
  virtual void retire() = 0;
  /// No event of its own is in the scheduler.
  virtual bool idle() const = 0;
};

}  // namespace seawind
