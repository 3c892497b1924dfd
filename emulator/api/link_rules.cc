// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/api/link_rules.h"

#include "emulator/api/rules_internal.h"

namespace seawind {

std::vector<LinkProblem> link_problems(const LinkProfile& link) {
  using namespace link_rules;
  std::vector<LinkProblem> all;
  Problems problems(all);
  check_channel(link, problems);
  for (const auto& [name, values] :
       {std::pair<const char*, const LinkDirection&>{"downlink", link.downlink()},
        {"uplink", link.uplink()}}) {
    DirectionView direction{name, values, {}};
    const LinkDirection plain = without_contents(values);
    for (const ChannelState& state : link.channel().states()) {
      direction.states.push_back({state.name(), in_state(plain, state.name())});
    }
    if (direction.states.empty()) direction.states.push_back({"", in_state(plain, "")});
    for (const auto check :
         {check_queues, check_framing, check_rates, check_background, check_gates, check_errors,
          check_loss_pattern, check_persistency, check_stages, check_output}) {
      check(direction, problems);
    }
  }
  check_shared(link, problems);
  return all;
}

}  // namespace seawind
