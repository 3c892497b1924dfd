// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/hop.h"

#include <utility>

#include "emulator/link/base_station.h"
#include "emulator/link/channel.h"
#include "emulator/link/gates.h"
#include "emulator/link/link.h"

namespace seawind {

struct Hop::Impl : private GateListener, private LinkResets {
  Impl(const HopConfig& config, Scheduler& clock, LinkObserver& watcher, PacketSink& downlink_out,
       PacketSink& uplink_out)
      : scheduler(clock),
        observer(watcher),
        changes(config.changes),
        channel(config.channel, config.seed, clock, watcher),
        gates(config.spikes, config.outages, config.seed, clock, watcher, *this),
        station(config, clock, {&downlink, &uplink}),
        downlink(Direction::kDownlink, config.downlink, context(config), downlink_out),
        uplink(Direction::kUplink, config.uplink, context(config), uplink_out) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
      scheduler.at(changes[i].at, [this, i] { reconfigure(*changes[i].config); });
    }
  }

  Link::Context context(const HopConfig& config) {
    return {config.seed, config.shared_delay, channel, gates, station, *this, scheduler, observer};
  }
  Link& link(Direction direction) { return direction == Direction::kDownlink ? downlink : uplink; }

  void reconfigure(const HopConfig& config) {
    observer.on_event({.time = scheduler.now(),
                       .kind = EventKind::kParameterChange,
                       .direction = Direction::kDownlink},
                      nullptr);
    station.reconfigure(config);
    gates.reconfigure(config.spikes, config.outages);
    downlink.reconfigure(config.downlink, config.shared_delay);
    uplink.reconfigure(config.uplink, config.shared_delay);
  }
  void gate_closed(Direction direction, const Outage* outage) override {
    link(direction).gate_closed(outage);
  }
  void link_was_reset(Direction by) override {
    link(by == Direction::kDownlink ? Direction::kUplink : Direction::kDownlink).reset();
  }
  void gate_opened(Direction direction) override { link(direction).gate_opened(); }

  Scheduler& scheduler;
  LinkObserver& observer;
  const std::vector<TimedChange> changes;
  ChannelProcess channel;
  Gates gates;
  BaseStation station;
  Link downlink;
  Link uplink;
};

Hop::Hop(const HopConfig& config, Scheduler& scheduler, LinkObserver& observer,
         PacketSink& downlink_out, PacketSink& uplink_out)
    : impl_(std::make_unique<Impl>(config, scheduler, observer, downlink_out, uplink_out)) {}

Hop::~Hop() = default;

void Hop::receive(Direction direction, Packet packet) {
  impl_->link(direction).receive(std::move(packet));
}

void Hop::reconfigure(const HopConfig& config) {
  impl_->reconfigure(config);
}

DirectionOccupancy Hop::occupancy(Direction direction) const {
  return impl_->link(direction).occupancy();
}

std::span<const ClassStatistics> Hop::router_classes(Direction direction) const {
  return impl_->link(direction).router_classes();
}

std::size_t Hop::state() const {
  return impl_->channel.current();
}

}  // namespace seawind
