// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/error_model.h"

#include <algorithm>
#include <cmath>

namespace seawind {
namespace {

/// The value of a list in force: each state with the list has taken one whenever it began.
std::uint64_t taken_before(const ListValue& list, const std::vector<StateParameters>& states,
                           const std::vector<std::uint64_t>& begun) {
  std::uint64_t taken = 0;
  for (std::size_t i = 0; i < begun.size(); ++i) {
    const auto* other =
        std::get_if<ListValue>(&states[states.size() == 1 ? 0 : i].error_probability);
    if (other != nullptr && other->owner == list.owner) taken += begun[i];
  }
  return taken - 1;
}

}  // namespace

double ErrorModel::probability(const std::vector<StateParameters>& states,
                               ChannelProcess& channel) const {
  const ValueConfig& law = states[states.size() == 1 ? 0 : channel.current()].error_probability;
  if (const auto* fixed = std::get_if<FixedValue>(&law)) return fixed->value;
  const auto* list = std::get_if<ListValue>(&law);
  return value_at(law, probabilities_.at(channel.dwell()),
                  list == nullptr ? 0 : taken_before(*list, states, channel.begun()));
}

bool ErrorModel::corrupted(const std::vector<StateParameters>& states, std::uint32_t size,
                           ChannelProcess& channel) {
  const double u = errors_.uniform();
  const StateParameters& state = states[states.size() == 1 ? 0 : channel.current()];
  double p = std::clamp(probability(states, channel), 0.0, 1.0);
  if (state.error_unit == ErrorUnit::kBit) p = -std::expm1(8.0 * size * std::log1p(-p));
  return u < p;
}

}  // namespace seawind
