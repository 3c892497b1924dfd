// SPDX-License-Identifier: GPL-3.0-or-later
// A link that delivers at the opportunities of a mahimahi packet-delivery trace (link.md,
// delivery_trace), with mahimahi's byte accounting (link_queue.cc, rationalize()). Each opportunity
// delivers up to opportunity_bytes of the waiting frames: it may complete several small frames, and
// a large frame may need several opportunities. Unused bytes are lost. A millisecond that is listed
// n times has n opportunities. The trace repeats with the period of its last entry.
//
// Time 0 of the trace is the first earliest_start() (the first packet). From then on the trace runs
// whether or not packets wait. An opportunity carries only packets that arrived at the link before
// it. A packet that arrives at the same instant waits for the next opportunity, as in mahimahi,
// which processes the opportunities of a millisecond before arrivals.
//
// A frame counts as being transmitted from the moment it is ready until the opportunity that
// carries its last byte; earliest_start() always returns `now`. mahimahi also counts the 4 bytes of
// its TUN header (1504 = 1500 + 4). To reproduce its numbers, set protocol_overhead_per_packet to 4
// B or opportunity_bytes to 1500.
//
// The model uses no events and no random numbers. It emits kRateChange once, at the beginning, with
// the mean rate.
#pragma once

#include <memory>
#include <optional>

#include "emulator/link/rate_model.h"

namespace seawind {

class DeliveryTraceRate final : public RateModel {
 public:
  DeliveryTraceRate(std::shared_ptr<const DeliveryTrace> trace, const RateContext& context);

  Time earliest_start(Time now, Time arrived) override;
  Time end_of(Time start, std::int64_t bytes, Time arrived) override;
  std::int64_t rate() override;
  void retire() override {}
  bool idle() const override { return true; }

 private:
  void skip_before(Time earliest);

  std::shared_ptr<const DeliveryTrace> trace_;
  Duration period_;
  std::optional<Time> begin_{};
  // The next unused opportunity, and the bytes left of the previous one.
  std::int64_t round_ = 0;
  std::size_t next_ = 0;
  Time current_;
  std::int64_t left_ = 0;
};

/// The mean rate of a trace, bit/s.
std::int64_t mean_rate(const DeliveryTrace& trace);

}  // namespace seawind
