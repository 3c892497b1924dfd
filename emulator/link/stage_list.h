// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the stages of both directions. The stages of a direction are at its sending end:
// those of the downlink at the base station, those of the uplink at the mobile host. stage.h has
// their contract. Each function returns an empty packet if a stage has dropped the packet.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "emulator/link/stage.h"

namespace seawind {

class StageList {
 public:
  /// `context` must outlive this object.
  StageList(const HopConfig& config, StageContext& context) : context_(context) {
    reconfigure(config);
  }
  StageList(const StageList&) = delete;

  /// A packet of `direction` arrives. Calls the stages of `direction`.
  Packet on_arrival(Direction direction, Packet packet);
  /// A packet of `direction` moves to the link's input queue. Calls the stages of `direction`.
  Packet before_input_queue(Direction direction, Packet packet);
  /// A packet of `direction` leaves the link. Calls the stages of the other direction.
  Packet on_delivery(Direction direction, Packet packet);
  void reconfigure(const HopConfig& config);

 private:
  struct Entry {
    std::size_t kind;  // index of the StageConfig
    std::unique_ptr<Stage> stage;
  };
  std::vector<Entry>& stages(Direction direction) {
    return stages_[static_cast<std::size_t>(direction)];
  }
  void change(Direction direction, const std::vector<StageConfig>& configs);

  StageContext& context_;
  std::array<std::vector<Entry>, 2> stages_;
};

}  // namespace seawind
