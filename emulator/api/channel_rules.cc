// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of the channel: state names, transitions, cycle; and rules of processes shared by both
// directions.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "common/diagnostics.h"
#include "common/units.h"
#include "emulator/api/rules_internal.h"

namespace seawind::link_rules {
namespace {

constexpr double kSumTolerance = 1e-9;

bool changes(const Channel& channel) {
  return channel.states_size() > 1 ||
         (channel.states_size() == 1 && !channel.states(0).transitions().empty());
}

void check_state_name(const std::string& name, const std::vector<std::string>& known,
                      const std::string& path, Problems& problems) {
  for (const std::string& one : known) {
    if (one == name) return;
  }
  problems.add(path,
               known.empty() ? fmt::format("`{}`: the profile has no channel states", name)
                             : fmt::format("the channel has no state `{}`", name),
               did_you_mean(name, known));
}

void check_transitions(const Channel& channel, const std::vector<std::string>& known,
                       Problems& problems) {
  int with = 0;
  for (const ChannelState& state : channel.states()) with += state.transitions().empty() ? 0 : 1;
  if (with == 0) return;
  for (int i = 0; i < channel.states_size(); ++i) {
    const ChannelState& state = channel.states(i);
    const std::string path = fmt::format("channel.states[{}]", i);
    if (state.transitions().empty()) {
      problems.add(
          path, fmt::format("the state `{}` has no `transitions`, but others have", state.name()));
      continue;
    }
    double sum = 0;
    for (const auto& [name, probability] : state.transitions()) {
      sum += probability;
      check_state_name(name, known, path + ".transitions." + name, problems);
    }
    if (std::abs(sum - 1) > kSumTolerance) {
      problems.add(
          path + ".transitions",
          fmt::format("the transitions of the state `{}` sum to {}, not 1", state.name(), sum));
    }
  }
  if (!channel.cycle().empty()) {
    problems.add("channel.cycle", "`cycle` and `transitions` exclude each other");
  }
}

// The state process is simulated dwell by dwell. The number of dwells is therefore limited, per
// second and within the lead-in, which is simulated before the link starts.
void check_dwells(const Channel& channel, Problems& problems) {
  constexpr int kMaxStates = 256;      // events store the state in one byte
  constexpr double kMaxSkipped = 1e6;  // dwells within the lead-in
  if (channel.states_size() > kMaxStates) {
    problems.add("channel.states",
                 fmt::format("{} states; at most {}", channel.states_size(), kMaxStates));
  }
  for (int i = 0; changes(channel) && i < channel.states_size(); ++i) {
    const ChannelState& state = channel.states(i);
    const double dwell = expected_value(state.dwell());
    const std::string path = fmt::format("channel.states[{}].dwell", i);
    if (!(dwell * kMaxEvents >= 1e9)) {
      problems.add(path,
                   fmt::format("the mean dwell of the state `{}` is {}; at least 1us is required",
                               state.name(), format_quantity(dwell, DURATION)));
    } else if (const auto lead_in = static_cast<double>(channel.lead_in());
               lead_in / dwell > kMaxSkipped) {
      problems.add("channel.lead_in",
                   fmt::format("{} covers up to {:.0f} dwells of the state `{}`; at most {:.0f} "
                               "can be skipped before the link starts",
                               format_quantity(lead_in, DURATION), lead_in / dwell, state.name(),
                               kMaxSkipped),
                   fmt::format("a `lead_in` of {} or less, or a longer `dwell`",
                               format_quantity(dwell * kMaxSkipped, DURATION)));
    }
  }
}

// Blocks begin and end with events. A process whose blocks all have length 0 would be searched
// forever.
void check_block(const std::string& path, const Distribution* interval, const Distribution& length,
                 Problems& problems) {
  const double longest = largest_value(length);  // negative values are reported elsewhere
  if (longest >= 0 && longest < 1) problems.add(path + ".length", "the length must be above 0s");
  if (interval != nullptr && expected_value(*interval) < 1e6) {
    problems.add(path + ".interval",
                 fmt::format("the mean interval is {}; at least 1ms is required",
                             format_quantity(expected_value(*interval), DURATION)));
  }
}

void check_blocks(const LinkProfile& link, Problems& problems) {
  constexpr int kMaxBlocks = 1000;
  for (const auto& [name, count] :
       {std::pair{"spikes", link.spikes_size()}, {"outages", link.outages_size()}}) {
    if (count <= kMaxBlocks) continue;
    problems.add(name, fmt::format("{} of them; at most {}", count, kMaxBlocks));
  }
  for (int i = 0; i < link.spikes_size(); ++i) {
    const SpikeSpec& spike = link.spikes(i);
    check_block(fmt::format("spikes[{}]", i), &spike.interval(), spike.length(), problems);
  }
  for (int i = 0; i < link.outages_size(); ++i) {
    const OutageSpec& outage = link.outages(i);
    check_block(fmt::format("outages[{}]", i), outage.has_interval() ? &outage.interval() : nullptr,
                outage.length(), problems);
  }
}

void check_shared_delay(const LinkProfile& link, Problems& problems) {
  for (const auto* direction : {&link.downlink(), &link.uplink()}) {
    if (direction->has_delay_redraw_interval()) continue;
    problems.add("shared_delay",
                 fmt::format("`shared_delay` needs `delay_redraw_interval` in the {}",
                             direction == &link.downlink() ? "downlink" : "uplink"));
  }
  if (link.downlink().has_delay_redraw_interval() && link.uplink().has_delay_redraw_interval() &&
      link.downlink().delay_redraw_interval() != link.uplink().delay_redraw_interval()) {
    problems.add("shared_delay",
                 fmt::format("`shared_delay` needs one `delay_redraw_interval`, but the downlink "
                             "has {} and the uplink {}",
                             duration(link.downlink().delay_redraw_interval()),
                             duration(link.uplink().delay_redraw_interval())));
  }
}

// One channel has one distribution for each of its values, in every state.
void check_shared_allocation(const LinkProfile& link, Problems& problems) {
  const auto text = [](const LinkDirection& d, const std::string& state) {
    const LinkDirection v = in_state(without_contents(d), state);
    return v.allocation_delay().SerializeAsString() + v.link_idle_timeout().SerializeAsString();
  };
  std::vector<std::string> states;
  for (const ChannelState& state : link.channel().states()) states.push_back(state.name());
  if (states.empty()) states.emplace_back();
  bool any = false;
  for (const std::string& state : states) {
    const std::string down = text(link.downlink(), state);
    any = any || !down.empty();
    if (down == text(link.uplink(), state)) continue;
    problems.add("shared_allocation",
                 fmt::format("`shared_allocation` needs the same `allocation_delay` and "
                             "`link_idle_timeout` in both directions, but they differ{}",
                             in_words(state)));
    return;
  }
  if (any) return;
  problems.add("shared_allocation",
               "`shared_allocation` has no effect without `allocation_delay` and "
               "`link_idle_timeout`");
}

}  // namespace

void check_channel(const LinkProfile& link, Problems& problems) {
  const Channel& channel = link.channel();
  check_dwells(channel, problems);
  std::set<std::string> seen;
  for (int i = 0; i < channel.states_size(); ++i) {
    const std::string& name = channel.states(i).name();
    if (!seen.insert(name).second) {
      problems.add(fmt::format("channel.states[{}].name", i),
                   fmt::format("two channel states are named `{}`", name));
    }
  }
  const std::vector<std::string> known(seen.begin(), seen.end());
  for (const auto* direction : {&link.downlink(), &link.uplink()}) {
    const char* name = direction == &link.downlink() ? "downlink" : "uplink";
    std::set<std::string> states;  // sorted, because protobuf maps have no order
    for (const auto& [state, values] : direction->states()) states.insert(state);
    for (const std::string& state : states) {
      check_state_name(state, known, fmt::format("{}.states.{}", name, state), problems);
    }
  }
  check_transitions(channel, known, problems);
  if (channel.lead_in() > 0 && !changes(channel)) {
    problems.add("channel.lead_in", "`lead_in` has no effect: the channel never changes its state");
  }
  if (!channel.cycle().empty() && channel.states_size() < 2) {
    problems.add("channel.cycle", "`cycle` has no effect with fewer than two states");
  }
  std::set<std::string> visited;
  for (int i = 0; i < channel.cycle_size(); ++i) {
    visited.insert(channel.cycle(i));
    check_state_name(channel.cycle(i), known, fmt::format("channel.cycle[{}]", i), problems);
  }
  for (const std::string& name : known) {
    if (channel.cycle().empty() || visited.count(name) > 0) continue;
    problems.add("channel.cycle", fmt::format("the state `{}` is never visited", name));
  }
}

void check_shared(const LinkProfile& link, Problems& problems) {
  check_blocks(link, problems);
  for (int i = 0; i < link.outages_size(); ++i) {
    const OutageSpec& outage = link.outages(i);
    const std::string path = fmt::format("outages[{}]", i);
    if (!outage.has_at() && !outage.has_interval()) {
      problems.add(path, "an outage needs `at`, `interval` or both");
    }
    if (outage.persistency() > 0 && !outage.discard()) {
      problems.add(path + ".persistency", "`persistency` has no effect without `discard: true`");
    }
  }
  if (link.shared_delay()) check_shared_delay(link, problems);
  if (link.shared_allocation()) check_shared_allocation(link, problems);
}

}  // namespace seawind::link_rules
