// SPDX-License-Identifier: GPL-3.0-or-later
// The rate of one direction, whatever its source, and its change while the link runs: the link's
// only way to the rate models (rate_model.h has the contract).
//
// Live change:
//  - the same kind of source with other values in the states: the model goes on with the new
//  values.
//    What was drawn when the state began is looked up again in the new law at the same uniform, and
//    the timer of rate_change_interval starts anew if its law changed.
//  - an equal schedule or trace goes on where it is.
//  - anything else: the new source starts now; one that starts at the first packet waits for the
//    next frame. The frame in service is not affected. Waiting frames are woken.
#pragma once

#include <memory>
#include <vector>

#include "emulator/link/rate_model.h"

namespace seawind {

class RateByState;

class RateControl {
 public:
  /// Everything in the context must outlive this object; the scheduler must not run without it.
  RateControl(std::shared_ptr<const DirectionConfig> config, const RateContext& context);
  ~RateControl();
  RateControl(const RateControl&) = delete;
  RateControl& operator=(const RateControl&) = delete;

  Time may_start(Time now) { return model_->may_start(now); }
  Time end_of(Time start, std::int64_t bytes, Time arrived) {
    return model_->end_of(start, bytes, arrived);
  }
  std::int64_t rate() { return model_->rate(); }

  void reconfigure(std::shared_ptr<const DirectionConfig> config);

 private:
  void make();

  std::shared_ptr<const DirectionConfig> config_;
  RateContext context_;
  std::unique_ptr<RateModel> model_;
  RateByState* by_state_ = nullptr;                  // model_, when it is that
  std::vector<std::unique_ptr<RateModel>> retired_;  // until their last event has run
};

}  // namespace seawind
