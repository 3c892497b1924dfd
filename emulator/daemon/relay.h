// SPDX-License-Identifier: GPL-3.0-or-later
// The turns of a relay thread over its links, without the waiting between turns. Tested with fake
// ports and a fake clock.
//
// A turn reads the clocks, takes waiting frames from the ready ports in batches, runs each link up
// to now and sends the released packets. In steady state it does not allocate, lock or format text.
//
// A packet's way from wire to wire:
//  1. The kernel stamps the frame when it arrives at the interface towards its sender, and keeps it
//     in the port's receive buffer (ports/ring_port.cc, super_port.cc).
//  2. The relay thread (relay_thread.h) waits for frames or the next event (waiter.h) and begins a
//     turn.
//  3. Relay::take() has RelayLink::collect() read a batch from the port. take_frame()
//     (ports/packet_socket.h) passes each frame to RelayLink::Entry, through segment_into_packets()
//     of ports/segments.cc, which cuts a super-packet into packets.
//  4. For each packet, RelayLink::receive() turns the stamp into link time (stamp_mapper.h) and
//     copies the packet. A frame that is not IP goes to the other port at the end of the turn.
//  5. RelayLink::advance() merges both directions by their stamps: it runs the link's events before
//     that of the packet, then Hop::enter(), which is HopDirection::enter() of its direction.
//     hop_direction.h describes the way through the model. The model's clock is the link's
//     scheduler. While a port may hold frames that were not taken, link time does not pass the last
//     frame taken from it (RelayLink::Entry), so that none of them comes too late.
//  6. The packet's departure is an event of the scheduler. ReleaseSender (release_sender.h)
//     collects the packets that the turn releases, passes them to the other port, measures their
//     lateness, and frees them.
//  7. The link's observer (link_monitor.h) passes the packet's events through a ring (event_ring.h)
//     to the log (log_store.h).
#pragma once

#include <span>
#include <vector>

#include "emulator/core/indexed_heap.h"
#include "emulator/daemon/clock.h"
#include "emulator/daemon/relay_link.h"
#include "emulator/daemon/stamp_mapper.h"

namespace seawind {

/// A port with waiting frames, which enter `direction` of `link`.
struct ReadyPort {
  RelayLink* link;
  Direction direction;
};

class Relay {
 public:
  explicit Relay(Clock& clock) : stamps_(clock), clock_(clock) {}

  /// For the packets of all links of this relay.
  PacketPool& packets() { return packets_; }

  /// Starts the link now and returns that instant. The caller keeps ownership of the link.
  ClockSample add(RelayLink& link);
  void remove(RelayLink& link);
  /// RelayLink::reconfigure(), now.
  std::optional<Duration> reconfigure(RelayLink& link, HopChange& change,
                                      const ChangeCondition& condition = {});
  /// RelayLink::snapshot(), now.
  LinkSnapshot snapshot(RelayLink& link);

  /// `all_reported`: every port not in `ready` was empty when `ready` was determined.
  void turn(std::span<const ReadyPort> ready, bool all_reported);

  /// CLOCK_MONOTONIC of the next event of all links; Time::max() if there is none.
  Time next_event() const { return next_events_.empty() ? Time::max() : next_events_.top_key(); }
  /// Warms the caches for the link with the next event, if any.
  void warm() {
    if (!next_events_.empty()) first().warm_ports();
  }
  /// For this long, frames that arrive have no effect outside (lookahead.h).
  Duration lookahead() const { return lookahead_; }

 private:
  /// Maximum number of frames taken from one port per turn; bounds the delay of the other ports.
  static constexpr std::size_t kBatch = 64;
  /// The kernel stamps a frame before the softirq that puts it into the port's buffer. This bounds
  /// the time for which a stamped frame may be missing from a port that was found empty.
  static constexpr Duration kStampToBuffer = Duration::milliseconds(5);

  void take(RelayLink& link, Direction direction);
  /// The link with the earliest event.
  RelayLink& first() { return *slots_[next_events_.top()].link; }
  /// Applies the link's changed next_event().
  void update(RelayLink& link);
  void update_lookahead();

  PacketPool packets_;
  StampMapper stamps_;
  Clock& clock_;
  struct Slot {
    RelayLink* link = nullptr;  // null: free
    Duration lookahead = Duration::max();
  };
  std::vector<Slot> slots_;        // by RelayLink::index_in_relay
  IndexedHeap<Time> next_events_;  // by the same index
  std::vector<RelayLink*> touched_;
  std::vector<RelayLink*> frames_left_;   // links with frames that the last turn left in a port
  Duration lookahead_ = Duration::max();  // the least of all links
  Time last_turn_;
  Time all_empty_;  // each port outside the last ready list was empty at some instant after this
};

}  // namespace seawind
