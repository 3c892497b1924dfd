// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted round robin: in each round a child sends up to `weight` packets of any size (weights are
// integers). It is fair in packets, not in bytes; drr.h is fair in bytes. Reference: Katevenis,
// Sidiropoulos, Courcoubetis, "Weighted round-robin cell multiplexing" (1991), for packets of one
// size. A child that becomes active goes to the end of the round.
#pragma once

#include "emulator/router/classful.h"
#include "emulator/router/round_list.h"

namespace seawind {

class WeightedRoundRobin final : public Classful {
 public:
  WeightedRoundRobin(const WrrConfig& config, const Node& node);

  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

 private:
  void read_weights(const WrrConfig& config);
  void activate(std::uint32_t child, Time) override;
  void deactivate(std::uint32_t child) override { round_.erase(child); }
  std::uint32_t choose(Time) override { return round_.front(); }
  void served(std::uint32_t child, std::uint32_t size, Time now) override;

  struct Share {
    std::int64_t weight = 1;
    std::int64_t left = 0;  // packets remaining in this turn
  };
  std::vector<Share> shares_;
  RoundList round_;
};

}  // namespace seawind
