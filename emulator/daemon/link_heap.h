// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a relay thread by their next event: a binary heap in which each link knows its
// place, so that a changed key moves in O(log n). No allocation except in add().
#pragma once

#include <vector>

#include "common/time.h"
#include "emulator/daemon/relay_link.h"

namespace seawind {

class LinkHeap {
 public:
  void add(RelayLink& link);
  void remove(RelayLink& link);
  /// Takes over the link's changed next_event().
  void update(RelayLink& link);

  bool empty() const { return entries_.empty(); }
  RelayLink& first() const { return *entries_.front().link; }
  /// Next event of all; Time::max() when there is none.
  Time next() const { return entries_.empty() ? Time::max() : entries_.front().when; }

 private:
  struct Entry {
    Time when;
    RelayLink* link;
  };
  void place(std::size_t position, Entry entry);
  void settle(std::size_t position, Entry entry);  // moves it up or down from a free position

  std::vector<Entry> entries_;
};

}  // namespace seawind
