// SPDX-License-Identifier: GPL-3.0-or-later
// One hop: the wireless link in both directions, with the last-hop router of each, and one channel
// state process. A link is a hop at work: in the daemon between two ports (RelayLink), offline
// between two captures. A link has one hop, so that the hop's events are the link's (LinkEvent,
// LinkObserver). Its constructor connects its parts. It runs in one scheduler, whose time 0 is the
// link's start. hop_direction.h describes a packet's path in one direction, emulator/daemon/relay.h
// that from wire to wire.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "emulator/core/observer.h"
#include "emulator/core/packet.h"
#include "emulator/core/scheduler.h"
#include "emulator/link/hop_config.h"
#include "emulator/router/class_statistics.h"

namespace seawind {

struct HopChange;  // hop_change.h

/// The current occupancy of one direction.
struct DirectionOccupancy {
  std::uint64_t router_packets = 0;
  std::uint64_t router_bytes = 0;
  std::uint64_t send_buffer_bytes = 0;
  std::uint64_t held_packets = 0;  // packets received and neither delivered nor dropped
  std::uint64_t held_bytes = 0;
};

class Hop {
 public:
  /// `scheduler`, `observer` and the sinks must outlive the hop. The scheduler must not run after
  /// the hop is destroyed, because the hop's events remain in it. `downlink_out` receives the
  /// downlink's packets (towards the mobile host), `uplink_out` the uplink's (towards the fixed
  /// host).
  Hop(const HopConfig& config, Scheduler& scheduler, LinkObserver& observer,
      PacketSink& downlink_out, PacketSink& uplink_out);
  ~Hop();

  /// A packet arrives at scheduler.now().
  void enter(Direction direction, Packet packet);

  /// Does the expensive part of a change. Callable from any thread, also while another thread runs
  /// the hop.
  std::unique_ptr<HopChange> prepare(HopConfig config);
  /// Applies a new configuration as a whole, at this instant. `change` is a result of prepare();
  /// afterwards it holds the replaced objects. The caller destroys it off the packet path and
  /// before the hop. The channel (states, dwell times, lead-in) and the seed must equal those of
  /// the construction; the caller checks that. `changes` and `time_of_day` of the new configuration
  /// are ignored. hop_direction.h, "Live changes", defines what happens to packets inside.
  /// HopConfig::changes applies changes at configured instants; such a change precedes all events
  /// that are scheduled later for the same instant.
  void reconfigure(HopChange& change);
  void reconfigure(const HopConfig& config);

  DirectionOccupancy occupancy(Direction direction) const;
  /// Counters by class of the router in front; the first entry is the total. Empty without a
  /// router.
  std::span<const ClassStatistics> router_classes(Direction direction) const;
  /// Index of the current channel state; 0 without states.
  std::size_t state() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
