// SPDX-License-Identifier: GPL-3.0-or-later
// The rate of one direction, for every kind of source, and its live change. The link uses the rate
// models only through this class (rate_model.h has the contract).
//
// Live change:
//  - The same kind of source with other values in the states: the model continues with the new
//    values. Values drawn at the beginning of the state are recomputed from the new distribution at
//    the same uniform. The timer of rate_change_interval restarts if its distribution changed.
//  - An equal schedule or trace continues.
//  - Any other change: the new source starts now; a source that starts at the first packet starts
//    at the next frame. The frame in service is not affected, unless it waits for an opportunity of
//    a trace (transmitter.h). Waiting frames are woken.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/link/rate_model.h"

namespace seawind {

class RateByState;

/// The first rate of a schedule (its largest, if it begins with none) or the mean rate of a trace;
/// nothing where the channel states have the rate.
std::optional<std::int64_t> rate_at_start(const RateSource& source);

class RateControl {
 public:
  /// All objects in `context` must outlive this object. The scheduler must not run after it is
  /// destroyed.
  RateControl(std::shared_ptr<const DirectionConfig> config, const RateContext& context);
  ~RateControl();
  RateControl(const RateControl&) = delete;
  RateControl& operator=(const RateControl&) = delete;

  Time earliest_start(Time now, Time arrived) { return model_->earliest_start(now, arrived); }
  Time end_of(Time start, std::int64_t bytes, Time arrived) {
    return model_->end_of(start, bytes, arrived);
  }
  std::int64_t rate() { return model_->rate(); }

  /// Returns whether a trace has been replaced.
  bool reconfigure(std::shared_ptr<const DirectionConfig> config);

 private:
  void make(bool first);

  std::shared_ptr<const DirectionConfig> config_;
  RateContext context_;
  std::unique_ptr<RateModel> model_;
  RateByState* by_state_ = nullptr;  // model_ if it is a RateByState, otherwise null
  std::vector<std::unique_ptr<RateModel>> retired_;  // kept until their last event has run
};

}  // namespace seawind
