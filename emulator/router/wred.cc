// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/wred.h"

#include <cmath>
#include <utility>

#include "emulator/router/red_defaults.h"

namespace seawind {
namespace {

/// One profile for each drop precedence of the classes AF1 to AF4.
std::vector<WredProfile> default_profiles(double limit) {
  std::vector<WredProfile> profiles(3);
  for (int precedence = 0; precedence < 3; ++precedence) {
    WredProfile& profile = profiles[static_cast<std::size_t>(precedence)];
    profile.min_threshold = static_cast<std::int64_t>(limit * (30 - 10 * precedence) / 100);
    profile.max_threshold = static_cast<std::int64_t>(limit * (45 - 10 * precedence) / 100);
    if (precedence == 0) continue;
    for (int af = 1; af <= 4; ++af) {
      profile.dscp.push_back(static_cast<std::uint8_t>(8 * af + 2 * (precedence + 1)));
    }
  }
  return profiles;
}

}  // namespace

WredQueue::WredQueue(const WredConfig& config, const Node& node) : AverageQueue(node) {
  configure(config, node.link);
}

void WredQueue::configure(const WredConfig& config, const RouterContext& link) {
  LeafQueue::configure(config, link);
  ecn_ = config.ecn;
  parameters_ = {.weight = std::ldexp(1.0, -config.weight_exponent),
                 .link_rate = link.link_rate,
                 .average_packet = config.average_packet};
  const std::vector<WredProfile> profiles =
      config.profiles.empty() ? default_profiles(limit_in_bytes(limit_, config.average_packet))
                              : config.profiles;
  profiles_.resize(profiles.size());
  std::uint8_t others = 0;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    if (profiles[i].dscp.empty()) others = static_cast<std::uint8_t>(i);
    profiles_[i].curve = {.min = static_cast<double>(profiles[i].min_threshold),
                          .max = static_cast<double>(profiles[i].max_threshold),
                          .max_probability = profiles[i].max_probability,
                          .gentle = config.gentle};
  }
  profile_of_.fill(others);
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    for (const std::uint8_t dscp : profiles[i].dscp) {
      profile_of_[dscp & 63] = static_cast<std::uint8_t>(i);
    }
  }
}

void WredQueue::enqueue(Packet packet, Time now) {
  Profile& profile = profiles_[profile_of_[packet.ip().dscp & 63]];
  enqueue_by(std::move(packet), now, profile.curve, profile.decision, ecn_);
}

}  // namespace seawind
