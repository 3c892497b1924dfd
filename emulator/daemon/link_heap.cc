// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/link_heap.h"

#include <algorithm>

namespace seawind {

void LinkHeap::add(RelayLink& link) {
  entries_.emplace_back();
  settle(entries_.size() - 1, {link.next_event(), &link, link.lookahead()});
}

void LinkHeap::remove(RelayLink& link) {
  const std::size_t hole = link.heap_position;
  const Entry last = entries_.back();
  entries_.pop_back();
  if (last.link != &link) settle(hole, last);
}

void LinkHeap::update(RelayLink& link) {
  Entry entry = entries_[link.heap_position];
  const Time when = link.next_event();
  if (when == entry.when) return;
  entry.when = when;
  settle(link.heap_position, entry);
}

void LinkHeap::update_lookahead(RelayLink& link) {
  entries_[link.heap_position].lookahead = link.lookahead();
}

Duration LinkHeap::lookahead() const {
  Duration least = Duration::max();
  for (const Entry& entry : entries_) least = std::min(least, entry.lookahead);
  return least;
}

void LinkHeap::place(std::size_t position, Entry entry) {
  entries_[position] = entry;
  entry.link->heap_position = position;
}

void LinkHeap::settle(std::size_t position, Entry entry) {
  while (position > 0 && entry.when < entries_[(position - 1) / 2].when) {
    place(position, entries_[(position - 1) / 2]);
    position = (position - 1) / 2;
  }
  for (;;) {
    std::size_t child = 2 * position + 1;
    if (child >= entries_.size()) break;
    if (child + 1 < entries_.size() && entries_[child + 1].when < entries_[child].when) ++child;
    if (entries_[child].when >= entry.when) break;
    place(position, entries_[child]);
    position = child;
  }
  place(position, entry);
}

}  // namespace seawind
