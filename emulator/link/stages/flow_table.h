// SPDX-License-Identifier: GPL-3.0-or-later
// A bounded table of state per connection. When the table is full, a new connection replaces the
// least recently used one. Storage grows on demand and is kept: an idle link has none, and nothing
// is allocated once the number of connections has reached its maximum.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/link/stages/flow_key.h"

namespace seawind {

template <typename State>
class FlowTable {
 public:
  explicit FlowTable(std::size_t limit) : limit_(limit) {}

  /// The connection's state or nullptr; valid until the next insert() or erase().
  State* find(const FlowKey& key) {
    const std::size_t at = index_of(key, key.hash());
    if (at == hashes_.size()) return nullptr;
    entries_[at].used = ++clock_;
    return &entries_[at].state;
  }

  /// The connection's state, created if missing; valid until the next insert() or erase().
  State& insert(const FlowKey& key) {
    const std::uint32_t hash = key.hash();
    std::size_t at = index_of(key, hash);
    if (at == hashes_.size()) {
      at = make_room();
      entries_[at] = {key, 0, State{}};
      hashes_[at] = hash;
    }
    entries_[at].used = ++clock_;
    return entries_[at].state;
  }

  void erase(const FlowKey& key) {
    const std::size_t at = index_of(key, key.hash());
    if (at == hashes_.size()) return;
    entries_[at] = entries_.back();
    hashes_[at] = hashes_.back();
    entries_.pop_back();
    hashes_.pop_back();
  }

 private:
  struct Entry {
    FlowKey key;
    std::uint64_t used = 0;
    State state;
  };

  // The hashes are stored apart, so that a search reads 4 bytes per connection.
  std::size_t index_of(const FlowKey& key, std::uint32_t hash) const {
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      if (hashes_[i] == hash && entries_[i].key == key) return i;
    }
    return hashes_.size();
  }

  std::size_t make_room() {
    if (entries_.size() < limit_) {
      entries_.push_back({});
      hashes_.push_back(0);
      return entries_.size() - 1;
    }
    std::size_t oldest = 0;
    for (std::size_t i = 1; i < entries_.size(); ++i) {
      if (entries_[i].used < entries_[oldest].used) oldest = i;
    }
    return oldest;
  }

  std::size_t limit_;
  std::uint64_t clock_ = 0;
  std::vector<std::uint32_t> hashes_;
  std::vector<Entry> entries_;
};

}  // namespace seawind
