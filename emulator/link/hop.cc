// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/hop.h"

#include <utility>

#include "emulator/link/channel.h"
#include "emulator/link/link.h"

namespace seawind {

struct Hop::Impl {
  Impl(const HopConfig& config, Scheduler& clock, LinkObserver& watcher, PacketSink& downlink_out,
       PacketSink& uplink_out)
      : scheduler(clock),
        observer(watcher),
        channel(config.channel, config.seed, clock, watcher),
        downlink(Direction::kDownlink, config.downlink, config.seed, channel, clock, watcher,
                 downlink_out),
        uplink(Direction::kUplink, config.uplink, config.seed, channel, clock, watcher,
               uplink_out) {}

  Link& link(Direction direction) { return direction == Direction::kDownlink ? downlink : uplink; }

  Scheduler& scheduler;
  LinkObserver& observer;
  ChannelProcess channel;
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
  impl_->observer.on_event({.time = impl_->scheduler.now(),
                            .kind = EventKind::kParameterChange,
                            .direction = Direction::kDownlink},
                           nullptr);
  impl_->downlink.reconfigure(config.downlink);
  impl_->uplink.reconfigure(config.uplink);
}

DirectionOccupancy Hop::occupancy(Direction direction) const {
  return impl_->link(direction).occupancy();
}

std::size_t Hop::state() const {
  return impl_->channel.current();
}

}  // namespace seawind
