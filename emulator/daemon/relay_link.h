// SPDX-License-Identifier: GPL-3.0-or-later
// One emulated link in real time: a hop with its own scheduler between two ports. Constructed and
// destroyed on a control thread; from start() until its removal it belongs to one relay thread.
//
// Link time is CLOCK_MONOTONIC minus the start. Arrivals are inserted at their kernel stamps, both
// directions merged in stamp order. Events due before an arrival run before it. A late wake-up
// therefore delays a release, but does not change the order of events.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/core/packet.h"
#include "emulator/core/scheduler.h"
#include "emulator/daemon/clock.h"
#include "emulator/daemon/lateness.h"
#include "emulator/daemon/link_monitor.h"
#include "emulator/daemon/release_sender.h"
#include "emulator/daemon/stamp_mapper.h"
#include "emulator/link/hop.h"
#include "emulator/link/hop_change.h"
#include "emulator/ports/port.h"

namespace seawind {

/// The state of a link at one instant, for reports.
struct LinkSnapshot {
  struct DirectionSnapshot {
    DirectionTally tally;
    DirectionOccupancy occupancy;
    std::vector<ClassStatistics> router_classes;
    Duration delay_sum;  // sum from arrival to release, over delivered packets that arrived
    PortStats port;      // of the port at which this direction's packets arrive
  };
  Duration link_time;
  std::array<DirectionSnapshot, 2> directions;  // by Direction
  std::size_t state = 0;
  Lateness lateness;
  Duration arrival_lag_max;
  std::uint64_t log_overruns = 0;
  std::uint64_t bypassed_frames = 0;
  std::uint64_t clamped_stamps = 0;
};

/// Whether a change may be made at this instant of the link's time.
using ChangeCondition = std::function<bool(Duration)>;

class RelayLink {
 public:
  /// `packets`: the pool of the relay thread. `ports_since`: an instant before the ports were
  /// opened.
  RelayLink(const HopConfig& config, PacketPool& packets, Time ports_since,
            std::unique_ptr<Port> fixed, std::unique_ptr<Port> mobile, EventLogTarget log,
            Clock& clock, const PauseEvidence& pauses = {});

  LinkMonitor& monitor() { return monitor_; }
  /// The port at which packets of `direction` arrive, and the one at which they leave.
  Port& entry_port(Direction direction) { return *entry(direction).port; }
  Port& departure_port(Direction direction) { return entry_port(opposite(direction)); }

  /// Link time 0 is `now`. Frames received before do not enter the link.
  void start(Time now);
  /// Takes up to `limit` waiting frames of one port; they enter the hop in the next advance().
  /// `earliest` is a lower bound of their arrival times, except for frames that an earlier call
  /// left in the port.
  void collect(Direction direction, StampMapper& stamps, Time earliest, std::size_t limit);
  /// Whether the last collect() may have left frames in the port.
  bool frames_left(Direction direction) const {
    return entries_[static_cast<std::size_t>(direction)]->frames_left;
  }
  /// Passes the arrivals to the hop, executes the events that are due, at most kStepsATurn, and
  /// sends the released packets. The limit bounds how long other links and commands wait for a link
  /// that has more events than can be executed in real time; the next advance() continues. While a
  /// port has frames left, advance() does not pass the arrival of the last frame taken from it,
  /// because those frames come first.
  void advance(Time now);
  static constexpr std::uint64_t kStepsATurn = 50'000;
  /// Called shortly before an event after an idle time, when the caches of a halted processor hold
  /// neither code nor data of the release.
  void warm_ports();
  /// CLOCK_MONOTONIC of the hop's next event; Time::max() when there is none. After an advance()
  /// that stopped early: 1 ns after its time, since other links that are due at it run first.
  Time next_event() const;
  /// The least lookahead_of() of the present configuration and all earlier ones.
  Duration lookahead() const { return lookahead_; }

  /// Callable from any thread, also while the link runs (Hop::prepare()).
  std::unique_ptr<HopChange> prepare(HopConfig config) { return hop_.prepare(std::move(config)); }
  /// Returns the instant of the change; nothing, and changes nothing, if the condition does not
  /// hold then. Outages with neither `at` nor `interval` begin at this instant; their `at` is set
  /// to it, so that the same configuration, applied again later, does not restart them.
  std::optional<Duration> reconfigure(HopChange& change, Time now,
                                      const ChangeCondition& condition);
  /// advance(), then the state.
  LinkSnapshot snapshot(Time now);
  Duration link_time(Time now) const { return now - start_; }

  // Maintained by Relay:
  std::uint32_t index_in_relay = 0;
  bool touched = false;  // has arrivals in this turn

 private:
  /// Where packets of a direction enter the link.
  struct Entry final : FrameHandler {
    Entry(RelayLink& owner, Direction d, std::unique_ptr<Port> p)
        : link(owner), direction(d), port(std::move(p)) {}
    void on_frame(const CapturedFrame& frame) override { link.receive(*this, frame); }

    RelayLink& link;
    Direction direction;
    std::unique_ptr<Port> port;
    std::vector<Packet> arrivals;  // not in the hop yet, in order of arrival
    std::size_t next_arrival = 0;
    Time earliest;             // lower bound of the arrival of waiting frames
    bool frames_left = false;  // the last collect() took its limit, or none (out_of_steps_)
    Time taken_until;          // link time of the last frame that was taken
  };

  Entry& entry(Direction direction) { return *entries_[static_cast<std::size_t>(direction)]; }
  void receive(Entry& from, const CapturedFrame& frame);
  Entry* earliest_arrival();
  /// Passes to the hop the arrivals up to `known_until`, before which no further one can come, and
  /// executes the events due until `until`; false: the limit of one turn was reached before.
  bool catch_up(Time until, Time known_until);
  Time in_link_time(Time monotonic) const { return Time::from_ns((monotonic - start_).ns()); }

  PacketPool& pool_;
  Scheduler scheduler_;
  LinkMonitor monitor_;
  LatenessMeter lateness_;
  std::array<std::unique_ptr<Entry>, 2> entries_;
  ReleaseSender downlink_out_;
  ReleaseSender uplink_out_;
  Hop hop_;
  Time start_;
  Time advanced_;                  // time of the last advance()
  bool out_of_steps_ = false;      // the last advance() reached its limit of steps
  bool stopped_early_ = false;     // it stopped before its time, at frames left in a port
  Duration lookahead_;             // never increases
  Time ports_since_;               // no frame was captured before this time
  StampMapper* stamps_ = nullptr;  // during collect()
  std::uint64_t next_packet_ = 1;
  Duration arrival_lag_max_;
  std::uint64_t bypassed_ = 0;
  std::uint64_t clamped_ = 0;
};

}  // namespace seawind
