// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/hop.h"

#include <utility>

#include "common/packet_ids.h"
#include "emulator/link/channel_process.h"
#include "emulator/link/gates.h"
#include "emulator/link/hop_change.h"
#include "emulator/link/hop_direction.h"
#include "emulator/link/stage_list.h"

namespace seawind {

struct Hop::Impl : private BlockListener, private StageContext {
  Impl(const HopConfig& config, Scheduler& scheduler, LinkObserver& observer,
       PacketSink& downlink_out, PacketSink& uplink_out)
      : scheduler_(scheduler),
        observer_(observer),
        day_(config.time_of_day),
        channel_(config.channel, config.seed, scheduler, observer),
        gates_(config.spikes, config.outages, config.seed, scheduler, observer, *this),
        stages_(config, *this),
        downlink_(Direction::kDownlink, config.downlink, context(config), downlink_out),
        uplink_(Direction::kUplink, config.uplink, context(config), uplink_out) {
    for (const TimedChange& change : config.changes) {
      scheduler_.at(change.at, [this, i = changes_.size()] { reconfigure(*changes_[i]); });
      changes_.push_back(prepare(*change.config));
    }
  }

  HopDirection::Context context(const HopConfig& config) {
    return {config.seed,
            config.shared_delay,
            shared_allocation(config),
            channel_,
            gates_,
            stages_,
            [this](Direction direction) { reset_link(direction); },
            scheduler_,
            observer_};
  }
  RadioAllocation* shared_allocation(const HopConfig& config) {
    return config.shared_allocation ? &shared_allocation_ : nullptr;
  }
  HopDirection& at(Direction direction) {
    return direction == Direction::kDownlink ? downlink_ : uplink_;
  }

  std::unique_ptr<HopChange> prepare(HopConfig config) {
    auto change = std::make_unique<HopChange>();
    change->downlink = downlink_.prepare(config.downlink);
    change->uplink = uplink_.prepare(config.uplink);
    change->config = std::move(config);
    return change;
  }
  void reconfigure(HopChange& change) {
    const HopConfig& config = change.config;
    EventEmitter(Direction::kDownlink, scheduler_, observer_)(EventKind::kParameterChange);
    stages_.reconfigure(config);
    gates_.reconfigure(config.spikes, config.outages);
    downlink_.reconfigure(change.downlink, config.shared_delay, shared_allocation(config));
    uplink_.reconfigure(change.uplink, config.shared_delay, shared_allocation(config));
  }
  void block_began(Direction direction, const Outage* outage) override {
    at(direction).block_began(outage);
  }
  void block_ended(Direction direction) override { at(direction).block_ended(); }
  void reset_link(Direction direction) {
    at(direction).reset();
    at(opposite(direction)).reset();
  }

  std::size_t state() { return channel_.current(); }

  Time now() const override { return scheduler_.now(); }
  Duration time_of_day() const override { return day_; }
  std::uint64_t generated_id() override { return next_generated_++; }
  std::uint64_t fragment_id() override { return next_fragment_++; }
  void drop(Direction direction, Packet packet, DropReason reason) override {
    at(direction).emitter().drop(packet, reason);
  }
  void modified(Direction direction, const Packet& packet, std::uint32_t size_before) override {
    at(direction).emitter()(EventKind::kModified, packet.id(), packet.size(), size_before, 0,
                            &packet);
  }
  void deliver_generated(Direction direction, Packet packet) override {
    at(direction).deliver_generated(std::move(packet));
  }
  void send(Direction direction, Packet packet) override {
    at(direction).enter_generated(std::move(packet));
  }
  void remove_if(Direction direction, const std::function<bool(const Packet&)>& chosen,
                 DropReason reason) override {
    at(direction).remove_waiting(chosen, reason);
  }
  Occupancy waiting(Direction direction) override {
    return at(direction).waiting().router_and_input();
  }
  bool drop_head(Direction direction, DropReason reason) override {
    return at(direction).waiting().drop_head(reason);
  }
  Duration time_to_deliver(Direction direction, std::uint32_t size) override {
    return at(direction).time_to_deliver(size);
  }

  Scheduler& scheduler_;
  LinkObserver& observer_;
  const Duration day_;
  std::uint64_t next_generated_ = kFirstGeneratedId;
  std::uint64_t next_fragment_ = kFirstFragmentId;
  ChannelProcess channel_;
  Gates gates_;
  StageList stages_;
  RadioAllocation shared_allocation_{};  // with shared_allocation
  HopDirection downlink_;
  HopDirection uplink_;
  /// HopConfig::changes, prepared at construction. Each entry keeps the objects it replaced until
  /// the hop is destroyed, so that applying a change neither builds nor destroys a router.
  std::vector<std::unique_ptr<HopChange>> changes_;
};

Hop::Hop(const HopConfig& config, Scheduler& scheduler, LinkObserver& observer,
         PacketSink& downlink_out, PacketSink& uplink_out)
    : impl_(std::make_unique<Impl>(config, scheduler, observer, downlink_out, uplink_out)) {}

Hop::~Hop() = default;

void Hop::enter(Direction direction, Packet packet) {
  impl_->at(direction).enter(std::move(packet));
}

std::unique_ptr<HopChange> Hop::prepare(HopConfig config) {
  return impl_->prepare(std::move(config));
}

void Hop::reconfigure(HopChange& change) {
  impl_->reconfigure(change);
}

void Hop::reconfigure(const HopConfig& config) {
  reconfigure(*prepare(config));
}

DirectionOccupancy Hop::occupancy(Direction direction) const {
  return impl_->at(direction).occupancy();
}

std::span<const ClassStatistics> Hop::router_classes(Direction direction) const {
  return impl_->at(direction).router_classes();
}

std::size_t Hop::state() const {
  return impl_->state();
}

}  // namespace seawind
