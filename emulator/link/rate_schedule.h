// SPDX-License-Identifier: GPL-3.0-or-later
// A rate that follows steps in time, from YAML or a CSV trace (experiments D10; link.md,
// rate_schedule).
//
// Time 0 of the schedule is the instant the model is created: the link's start or a live change.
// With from_first_packet it is the first earliest_start(); the first step's rate holds before that.
// A step's rate holds from its instant until, exclusively, the next step. After `period` the steps
// repeat; without a period the last rate stays. A frame keeps the rate it started with across
// steps. No frame starts while the rate is 0.
//
// The model schedules one event per step. A step to the same rate emits no kRateChange.
#pragma once

#include <memory>

#include "emulator/link/rate_model.h"

namespace seawind {

class ScheduledRate final : public RateModel {
 public:
  ScheduledRate(std::shared_ptr<const RateSchedule> schedule, const RateContext& context);

  Time earliest_start(Time now, Time arrived) override;
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

  std::shared_ptr<const RateSchedule> schedule_;
  RateContext context_;
  bool begun_ = false;
  bool retired_ = false;
  bool start_refused_ = false;  // earliest_start() returned a later time
  Time cycle_;                  // start of the current repetition of the steps
  std::size_t step_ = 0;
  Time next_ = Time::max();  // time of the next step
  std::int64_t rate_ = 0;
  int pending_ = 0;
};

}  // namespace seawind
