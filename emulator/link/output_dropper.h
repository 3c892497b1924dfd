// SPDX-License-Identifier: GPL-3.0-or-later
// The output dropper: loss at the exit, after the link (link-model section 3, output_dropper [I]:
// congestion beyond the link, test patterns). What it drops has used the link like any other
// packet; the sender on the link is told nothing.
//
// A packet is dropped with the probability, or when the list names its number at the exit (from 1).
// One uniform of "<direction>/output_dropper" per packet, whatever the parameters.
#pragma once

#include "emulator/link/draws.h"
#include "emulator/link/loss_pattern.h"

namespace seawind {

class OutputDropperModel {
 public:
  OutputDropperModel(const OutputDropper& config, std::uint64_t seed, Direction direction)
      : config_(config), draws_(seed, stream_name(direction, "output_dropper")) {}

  /// Called once per packet that is about to leave, in order. Packets are counted from 1 over the
  /// life of the hop; a live change does not start the count again.
  bool drops() {
    const bool chance = draws_.happens(config_.probability);
    return in_pattern(config_.list, ++packets_) || chance;
  }
  void reconfigure(const OutputDropper& config) { config_ = config; }

 private:
  OutputDropper config_;
  Draws draws_;
  std::uint64_t packets_ = 0;
};

}  // namespace seawind
