// SPDX-License-Identifier: GPL-3.0-or-later
// The observer of one link: counts all events and writes them to the event ring.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "common/histogram.h"
#include "emulator/core/observer.h"
#include "emulator/core/packet_totals.h"
#include "emulator/daemon/event_ring.h"

namespace seawind {

struct DirectionTally {
  PacketTotals arrived;
  PacketTotals generated;      // by the link itself (kGenerated)
  std::int64_t cut_bytes = 0;  // removed from packets inside (kModified); below 0: added
  PacketTotals delivered;
  PacketTotals delivered_generated;              // the part of them that the link made
  std::array<PacketTotals, kDropReasons> drops;  // by DropReason
  std::uint64_t corrupted_attempts = 0;
  std::uint64_t retransmissions = 0;
  Histogram queueing;  // ns from arrival to the start of the first transmission
};

/// The destination of a link's events.
struct EventLogTarget {
  EventRing* ring = nullptr;     // null: events are only counted
  std::uint32_t log_number = 0;  // in the LogStore
  std::uint32_t snap_bytes = 0;
};

class LinkMonitor final : public LinkObserver {
 public:
  explicit LinkMonitor(EventLogTarget log) : log_(log) {}

  void on_event(const LinkEvent& event, const Packet* packet) override;

  /// Returns the events of the link's construction as records of the log file. The ring's only
  /// producer is its relay thread; events therefore go to the ring only after this call, which the
  /// constructing thread makes.
  std::vector<std::byte> start_logging();

  const DirectionTally& tally(Direction direction) const {
    return tallies_[static_cast<std::size_t>(direction)];
  }
  std::uint64_t overruns() const { return overruns_; }

 private:
  void count(const LinkEvent& event, const Packet* packet);

  EventLogTarget log_;
  bool live_ = false;
  std::vector<std::byte> early_;
  std::array<DirectionTally, 2> tallies_;
  std::uint64_t overruns_ = 0;
};

}  // namespace seawind
