// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of both directions and their interface to the hop; stage.h has the contract.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "emulator/link/exit.h"
#include "emulator/link/hop_direction.h"
#include "emulator/link/stage.h"

namespace seawind {

class BaseStation final : public StageHooks, private StageHost {
 public:
  /// `directions` holds the downlink first. They may be constructed later, but before the first
  /// packet.
  BaseStation(const HopConfig& config, Scheduler& scheduler,
              std::array<HopDirection*, 2> directions);
  BaseStation(const BaseStation&) = delete;

  Packet arrives(Direction direction, Packet packet) override;
  Packet pulled(Direction direction, Packet packet) override;
  Packet leaves(Direction direction, Packet packet) override;
  void reconfigure(const HopConfig& config);

 private:
  struct Place {
    std::size_t kind;  // index of the StageConfig
    std::unique_ptr<Stage> stage;
  };
  using Row = std::vector<Place>;
  Row& row(Direction direction) { return rows_[static_cast<std::size_t>(direction)]; }
  HopDirection& at(Direction direction) const {
    return *directions_[static_cast<std::size_t>(direction)];
  }
  void change(Direction direction, const std::vector<StageConfig>& stages);

  Scheduler& scheduler() override { return scheduler_; }
  std::uint64_t seed() const override { return seed_; }
  Duration time_of_day() const override { return time_of_day_; }
  std::uint64_t generated_id() override { return next_id_++; }
  void drop(Direction direction, Packet packet, DropReason reason) override;
  void modified(Direction direction, const Packet& packet, std::uint32_t size_before) override;
  void emit(Direction direction, Packet packet) override;
  void remove_if(Direction direction, const std::function<bool(const Packet&)>& chosen,
                 DropReason reason) override;
  Occupancy waiting(Direction direction) const override;
  bool drop_head(Direction direction, DropReason reason) override;
  Duration time_to_deliver(Direction direction, std::uint32_t size) const override;

  const std::uint64_t seed_;
  const Duration time_of_day_;
  Scheduler& scheduler_;
  const std::array<HopDirection*, 2> directions_;
  std::uint64_t next_id_ = kFirstGeneratedId;
  std::array<Row, 2> rows_;
};

}  // namespace seawind
