// SPDX-License-Identifier: GPL-3.0-or-later
// The output dropper: loss at the exit, after the link (model 3, output_dropper (an
// interpretation): congestion beyond the link, test patterns). A dropped packet has used the link
// like any other; the link layer is not notified of the loss.
//
// A packet is dropped with the configured probability, or if the list contains its number at the
// exit (from 1). Each packet consumes one uniform of "<direction>/output_dropper", whatever the
// parameters.
#pragma once

#include "emulator/link/draws.h"
#include "emulator/link/loss_pattern.h"

namespace seawind {

class OutputDropperModel {
 public:
  OutputDropperModel(const OutputDropper& config, std::uint64_t seed, Direction direction)
      : config_(config), draws_(seed, stream_name(direction, "output_dropper")) {}

  /// Called once per packet at the exit, in order. Packets are numbered from 1 over the life of the
  /// hop; a live change does not reset the count.
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
