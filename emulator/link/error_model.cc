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
                               ChannelProcess& channel) {
  const ValueConfig& law = states[states.size() == 1 ? 0 : channel.current()].error_probability;
  if (const auto* fixed = std::get_if<FixedValue>(&law)) return fixed->value;
  std::uint64_t taken = 0;
  if (const auto* list = std::get_if<ListValue>(&law)) {
    taken = taken_before(*list, states, channel.begun());
    const auto [known, is_first] = lists_.try_emplace(list->owner, Begun{*list});
    if (!is_first && known->second.list != *list) known->second.before = taken;
    known->second.list = *list;
    taken -= known->second.before;
  }
  return value_at(law, probabilities_.at(channel.dwell()), taken);
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
