// SPDX-License-Identifier: GPL-3.0-or-later
// One repetition over time, for a plot: channel state, queues and their average, drops and marks,
// in a bounded number of bins for any length of the log. Each bin has the smallest and the largest
// value, so that no peak is lost.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <unordered_set>
#include <vector>

#include "common/event_log.h"
#include "common/packet_ids.h"
#include "controller/measure/drop_counts.h"
#include "controller/measure/router_level.h"

namespace seawind {

/// A level in one bin, in bytes.
struct LevelRange {
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::int64_t last = 0;
};

struct TimelineBin {
  // Indexed by direction: downlink, uplink.
  std::array<LevelRange, 2> router{};
  std::array<LevelRange, 2> send_buffer{};
  std::array<std::array<std::int64_t, kDropReasons>, 2> drops{};  // packets, by DropReason
  std::array<std::int64_t, 2> delivered{};  // bytes of packets of hosts that left the link
  std::array<std::int64_t, 2> marks{};
  std::array<LevelRange, 2> average{};  // RED's average queue, sum of all classes
  int state = -1;                       // at the end of the bin; -1: the channel has no states

  /// Packets dropped for reasons of a kind.
  std::int64_t drops_of(DropKind kind, std::size_t direction) const;
};

struct StateSpan {
  double from = 0;  // seconds
  double to = 0;
  int state = 0;
};

/// The channel's states over time. A log begins with the first state.
class StateSpans {
 public:
  /// After `max_changes`, the spans end with the next change.
  explicit StateSpans(std::size_t max_changes = static_cast<std::size_t>(-1))
      : max_changes_(max_changes) {}

  void add(const EventRecord& event);
  /// The spans until `end`, or the first change beyond the limit, without gaps. Empty if the
  /// channel has fewer than two states.
  std::vector<StateSpan> spans(double end, std::size_t state_count) const;

 private:
  std::size_t max_changes_;
  bool full_ = false;
  std::vector<StateSpan> changes_;
};

class Timeline {
 public:
  static constexpr std::size_t kMaxBins = 2000;

  explicit Timeline(LogMemory& memory)
      : router_{RouterLevel(memory), RouterLevel(memory)}, made_by_link_(&memory) {}

  void add(const EventRecord& event);
  /// All bins up to the last event.
  const std::vector<TimelineBin>& bins() const { return bins_; }
  std::int64_t bin_width_ns() const { return width_; }
  bool empty() const { return bins_.empty(); }

 private:
  TimelineBin& bin_at(std::int64_t time_ns);
  void halve();

  std::vector<TimelineBin> bins_;
  std::array<RouterLevel, 2> router_;
  std::pmr::unordered_set<std::uint64_t> made_by_link_;  // packets in the link
  std::int64_t width_ = 1'000'000;
  std::array<std::array<std::int64_t, 256>, 2> class_average_{};  // bytes x 256
};

}  // namespace seawind
