// SPDX-License-Identifier: GPL-3.0-or-later
// A rate that follows steps in time, from YAML or a CSV trace (experiments D10; formats.md).
//
// The schedule's time 0 is the instant the model is made (the link's start, or the live change that
// brought it), or with from_first_packet the first may_start(); before that the first step's rate
// holds. A step's rate holds from its instant until, exclusively, the next one's; after `period`
// the steps begin anew, without one the last rate stays. A frame keeps the rate it started with,
// over any number of steps; while the rate is 0 none starts.
//
// One event per step; two steps of the same rate tell nothing.
#pragma once

#include <memory>
#include <optional>

#include "emulator/link/rate_model.h"

namespace seawind {

class ScheduledRate final : public RateModel {
 public:
  ScheduledRate(std::shared_ptr<const RateSchedule> schedule, const RateContext& context);

  Time may_start(Time now) override;
  Time end_of(Time start, std::int64_t bytes, Time arrived) override;
  std::int64_t rate() override;
  void retire() override;
  bool idle() const override { return pending_ == 0; }

 private:
  void begin(Time now);
  void advance();
  void plan();
  void change_to(std::int64_t rate);
  Time next_positive() const;
  void tell(EventKind kind, std::int64_t value, std::uint8_t code);

  std::shared_ptr<const RateSchedule> schedule_;
  RateContext context_;
  bool begun_ = false;
  bool retired_ = false;
  bool waited_for_ = false;  // somebody was told to wait
  Time cycle_;               // when the present round of the steps began
  std::size_t step_ = 0;
  Time next_ = Time::max();  // instant of the next step
  std::int64_t rate_ = 0;
  int pending_ = 0;
};

}  // namespace seawind
