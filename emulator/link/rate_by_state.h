// SPDX-License-Identifier: GPL-3.0-or-later
// The rate model of the channel state: rate_base times the user's channels (model 3,
// rate_base, user_max_rate, available_rate, rate_change_interval, bgl_*).
//
//  - rate_base, the rate of one channel, and available_rate are drawn when a state begins, at
//    uniform number (dwell) of "<direction>/rate" and "<direction>/available_rate". They do not
//    depend on the traffic. Of a list, every draw takes the next value.
//  - rate_change_interval is the time between draws of available_rate, and of rate_base if it is a
//    distribution, within a state (an interpretation). Each draw consumes one uniform of
//    "<direction>/rate_change_interval", ".../rate/timer" and ".../available_rate/timer". The timer
//    restarts with every state.
//  - channels = the smaller of user_max_rate and available_rate, rounded to the nearest integer (an
//    interpretation). With 0 channels no frame starts (kBlocked, kNoRate).
//  - A change applies to the next frame; the frame in service keeps its rate.
//  - With background load a frame gets those of its channels that are free when it starts, at least
//    one (background_channels.h).
//
// kRateChange reports rate_base x channels, regardless of the background load: each change, and the
// first rate unless it is constant.
#pragma once

#include <memory>
#include <optional>

#include "emulator/link/background_channels.h"
#include "emulator/link/rate_model.h"

namespace seawind {

class RateByState final : public RateModel, private ChannelListener {
 public:
  /// `first`: the link starts with this model. A later one always reports its first rate.
  RateByState(std::shared_ptr<const DirectionConfig> config, const RateContext& context,
              bool first);
  ~RateByState() override;

  Time earliest_start(Time now, Time arrived) override;
  Time end_of(Time start, std::int64_t bytes, Time arrived) override;
  std::int64_t rate() override;
  void retire() override;
  bool idle() const override { return pending_ == 0 && background_.idle(); }

  void reconfigure(std::shared_ptr<const DirectionConfig> config);

 private:
  struct Drawn {  // a uniform, and a position in a list
    double u = 0;
    std::uint64_t n = 0;
  };

  const StateParameters& state();
  bool constant() const;
  void draw(double rate, double available);
  void begin_state();
  void start_timer();
  void redraw();
  void update();
  void wake_later();
  void wake();
  void dwell_began() override;

  std::shared_ptr<const DirectionConfig> config_;
  RateContext context_;
  const bool first_;
  IndexedUniforms rates_;
  IndexedUniforms available_;
  Draws intervals_;
  Draws timed_rates_;
  Draws timed_available_;
  BackgroundChannels background_;
  ListPositions rate_positions_;
  ListPositions available_positions_;
  Drawn drawn_rate_{};
  Drawn drawn_available_{};
  std::int64_t base_ = 0;      // bit/s of one channel
  std::int64_t channels_ = 0;  // channels of the user
  std::optional<std::int64_t> reported_rate_{};
  bool reported_blocked_ = false;
  bool start_refused_ = false;  // earliest_start() returned Time::max()
  std::uint64_t timer_ = 0;     // generation; timers of older generations do nothing
  bool retired_ = false;
  int pending_ = 0;
};

}  // namespace seawind
