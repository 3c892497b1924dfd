// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a relay thread, ordered by their next event: a binary heap in which each link stores
// its position, so that a key update is O(log n). Only add() allocates.
#pragma once

#include <vector>

#include "common/time.h"
#include "emulator/daemon/relay_link.h"

namespace seawind {

class LinkHeap {
 public:
  void add(RelayLink& link);
  void remove(RelayLink& link);
  /// Applies the link's changed next_event().
  void update(RelayLink& link);
  /// Applies the link's changed lookahead().
  void update_lookahead(RelayLink& link);

  bool empty() const { return entries_.empty(); }
  RelayLink& first() const { return *entries_.front().link; }
  /// The least lookahead of all links as of add() and update_lookahead(); Duration::max() without a
  /// link. O(n), but reads no link.
  Duration lookahead() const;
  /// Time of the earliest event of all links; Time::max() if there is none.
  Time next() const { return entries_.empty() ? Time::max() : entries_.front().when; }

 private:
  struct Entry {
    Time when;
    RelayLink* link;
    Duration lookahead;
  };
  void place(std::size_t position, Entry entry);
  void settle(std::size_t position, Entry entry);  // moves `entry` up or down from a free position

  std::vector<Entry> entries_;
};

}  // namespace seawind
