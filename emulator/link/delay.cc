// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/delay.h"

namespace seawind {

DelayModel::DelayModel(std::uint64_t seed, Direction direction, bool shared)
    : shared_(shared),
      packets_(seed, stream_name(direction, "propagation")),
      timer_(seed, stream_name(direction, "delay_timer")),
      shared_timer_(seed, "delay_timer"),
      chances_(seed, stream_name(direction, "random_delay")),
      lengths_(seed, stream_name(direction, "random_delay_length")) {}

Duration DelayModel::propagation(const StateParameters& state,
                                 std::optional<Duration> redraw_interval, Time now) {
  const Duration own = packets_.duration(state.propagation_delay);
  if (!redraw_interval || *redraw_interval <= Duration()) return own;
  const auto k = static_cast<std::uint64_t>((now - Time()) / *redraw_interval);
  return duration_at(state.propagation_delay, (shared_ ? shared_timer_ : timer_).at(k), k);
}

Duration DelayModel::random_delay(const StateParameters& state) {
  const bool delayed = chances_.happens(state.random_delay_probability);
  if (delayed) return lengths_.duration(state.random_delay_length);
  lengths_.skip();
  return {};
}

}  // namespace seawind
