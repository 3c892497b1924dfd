// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration shared by both directions: channel states, spikes and outages.
#include "emulator/api/link_rules.h"
#include "emulator/api/values.h"
#include "emulator/spec/parts.h"

namespace seawind::spec {
namespace {

Affects affects(AffectsSpec from) {
  switch (from) {
    case DOWNLINK:
      return Affects::kDownlink;
    case UPLINK:
      return Affects::kUplink;
    default:
      return Affects::kBoth;
  }
}

}  // namespace

ChannelConfig channel_config(const Channel& channel) {
  ChannelConfig out;
  out.lead_in = Duration::nanoseconds(channel.lead_in());
  for (const ChannelState& state : channel.states()) {
    ChannelStateConfig added{state.name(), value_of(state, "dwell"), {}};
    if (!state.transitions().empty()) {
      added.next.resize(static_cast<std::size_t>(channel.states_size()));
    }
    for (const auto& [name, probability] : state.transitions()) {
      added.next[index_of_state(channel, name)] = probability;
    }
    if (auto* list = std::get_if<ListValue>(&added.dwell))
      list->owner = 1 + static_cast<std::uint32_t>(out.states.size());
    out.states.push_back(std::move(added));
  }
  for (const std::string& name : channel.cycle())
    out.cycle.push_back(index_of_state(channel, name));
  return out;
}

std::vector<SpikeProcess> spikes(const LinkProfile& link) {
  std::vector<SpikeProcess> out;
  for (const SpikeSpec& spike : link.spikes()) {
    out.push_back(
        {value_of(spike, "interval"), value_of(spike, "length"), affects(spike.affects())});
  }
  return out;
}

std::vector<Outage> outages(const LinkProfile& link) {
  std::vector<Outage> out;
  for (const OutageSpec& outage : link.outages()) {
    Outage added;
    if (outage.has_at()) added.at = Duration::nanoseconds(outage.at());
    added.interval = optional_value(outage, "interval");
    added.length = value_of(outage, "length");
    added.affects = affects(outage.affects());
    added.discard = outage.discard();
    added.persistency = Duration::nanoseconds(outage.persistency());
    added.queue_loss = outage.queue_loss();
    out.push_back(std::move(added));
  }
  return out;
}

}  // namespace seawind::spec
