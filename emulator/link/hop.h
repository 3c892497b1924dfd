// SPDX-License-Identifier: GPL-3.0-or-later
// One hop: the wireless link in both directions with the last-hop router in front, sharing one
// channel state process. Wired in its constructor; lives in one scheduler, whose time 0 is the
// link's start.
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

/// Ids of packets the hop makes itself, above every id of a port: from stages, and from the
/// background load.
inline constexpr std::uint64_t kFirstGeneratedId = std::uint64_t{1} << 48U;
inline constexpr std::uint64_t kFirstBackgroundId = std::uint64_t{1} << 49U;

struct HopChange;  // hop_change.h

/// What is inside one direction right now.
struct DirectionOccupancy {
  std::uint64_t router_packets = 0;
  std::uint64_t router_bytes = 0;
  std::uint64_t send_buffer_bytes = 0;
  std::uint64_t held_packets = 0;  // everything received and neither delivered nor dropped
  std::uint64_t held_bytes = 0;
};

class Hop {
 public:
  /// `scheduler`, `observer` and the sinks must outlive the hop, and the scheduler must not run any
  /// more once the hop is gone (its events stay behind). `downlink_out` gets what leaves
  /// the downlink (towards the mobile host), `uplink_out` what leaves the uplink (towards the fixed
  /// host).
  Hop(const HopConfig& config, Scheduler& scheduler, LinkObserver& observer,
      PacketSink& downlink_out, PacketSink& uplink_out);
  ~Hop();

  /// A packet arrives now (scheduler.now()).
  void receive(Direction direction, Packet packet);

  /// Makes a change ready: what is expensive about it is done here. From any thread, also while
  /// another one runs the hop.
  std::unique_ptr<HopChange> prepare(HopConfig config);
  /// Takes over a new configuration at this instant, all of it at once. `change` is of prepare(),
  /// and holds what was replaced afterwards: to be destroyed where there is time for it, before the
  /// hop. The channel (states, dwell
  /// times, lead-in) and the seed must be those of the construction; the caller checks. `changes`
  /// and `time_of_day` of a new configuration are not looked at. What becomes of the packets inside
  /// is told in link.h, "Live changes". HopConfig::changes does the same at instants given before;
  /// a change comes before everything else that was scheduled for its instant later.
  void reconfigure(HopChange& change);
  void reconfigure(const HopConfig& config);

  DirectionOccupancy occupancy(Direction direction) const;
  /// Counters by class of the router in front, the first those of all of it; none: no router.
  std::span<const ClassStatistics> router_classes(Direction direction) const;
  /// Index of the current channel state; 0 when there are none.
  std::size_t state() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
