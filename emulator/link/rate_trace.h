// SPDX-License-Identifier: GPL-3.0-or-later
// A link that delivers at the instants of a mahimahi packet-delivery trace (formats.md), with
// mahimahi's byte accounting (link_queue.cc, rationalize()): at each opportunity up to
// opportunity_bytes of the waiting frames leave; one opportunity may finish several small frames, a
// frame may take several opportunities, what is not used is lost. The same millisecond listed again
// is a further opportunity. The trace repeats with the period of its last entry.
//
// Time 0 of the trace is the first may_start() (the first packet), and the trace runs on from there
// whether or not packets wait. An opportunity carries only packets that came to the link before it:
// one that comes at that very instant waits for the next, as in mahimahi, which handles the
// opportunities of a millisecond before it takes packets in.
//
// A frame "is transmitted" from the moment it stands ready until the opportunity that carries its
// last byte: the trace never refuses a start. mahimahi counts the 4 bytes its TUN device puts in
// front of a packet (1504 = 1500 + 4): to repeat its numbers set protocol_overhead_per_packet to
// 4 B, or opportunity_bytes to 1500.
//
// No events, no random numbers; kRateChange tells the mean rate once, at the beginning.
#pragma once

#include <memory>
#include <optional>

#include "emulator/link/rate_model.h"

namespace seawind {

class TraceRate final : public RateModel {
 public:
  TraceRate(std::shared_ptr<const DeliveryTrace> trace, const RateContext& context);

  Time may_start(Time now) override;
  Time end_of(Time start, std::int64_t bytes, Time arrived) override;
  std::int64_t rate() override;
  void retire() override {}
  bool idle() const override { return true; }

 private:
  void skip_before(Time earliest);

  std::shared_ptr<const DeliveryTrace> trace_;
  Duration period_;
  std::optional<Time> begin_{};
  // The next opportunity that nothing has been taken from, and what is left of the one before it.
  std::int64_t round_ = 0;
  std::size_t next_ = 0;
  Time current_;
  std::int64_t left_ = 0;
};

}  // namespace seawind
