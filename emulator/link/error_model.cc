// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/error_model.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace seawind {

ErrorModel::ErrorModel(std::uint64_t seed, Direction direction, ChannelProcess& channel,
                       const DirectionConfig& config)
    : channel_(channel),
      errors_(seed, stream_name(direction, "error")),
      delays_(seed, stream_name(direction, "error_delay")),
      probabilities_(seed, stream_name(direction, "error_probability")) {
  channel_.add(*this);
  draw(in_use_.emplace_back(InUse{&config, {}, 0}));
}

ErrorModel::~ErrorModel() {
  channel_.remove(*this);
}

void ErrorModel::reconfigure(const DirectionConfig& config, const DirectionState::Configs& former) {
  InUse next = in_use_.back();
  next.config = &config;
  if (state_of(config).error_probability != state_of(*in_use_.back().config).error_probability)
    draw(next);
  std::erase_if(in_use_, [&](const InUse& one) {
    return std::none_of(former.begin(), former.end(),
                        [&](const auto& still) { return still.get() == one.config; });
  });
  in_use_.push_back(std::move(next));
}

bool ErrorModel::corrupted(const DirectionConfig& config, std::uint32_t size) {
  const double u = errors_.uniform();
  const StateParameters& state = state_of(config);
  const auto used = std::find_if(in_use_.begin(), in_use_.end(),
                                 [&](const InUse& one) { return one.config == &config; });
  assert(used != in_use_.end());
  double p = used->probability;
  if (state.error_unit == ErrorUnit::kBit) p = -std::expm1(8.0 * size * std::log1p(-p));
  return u < p;
}

// May be called from inside a call of ChannelProcess::current().
void ErrorModel::dwell_began() {
  for (InUse& one : in_use_) draw(one);
}

const StateParameters& ErrorModel::state_of(const DirectionConfig& config) {
  return config.states[config.states.size() == 1 ? 0 : channel_.current()];
}

void ErrorModel::draw(InUse& one) {
  const ValueConfig& law = state_of(*one.config).error_probability;
  const double p = value_at(law, probabilities_.at(channel_.dwell()), one.positions.take(law));
  one.probability = std::clamp(p, 0.0, 1.0);
}

}  // namespace seawind
