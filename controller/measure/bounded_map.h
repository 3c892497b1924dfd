// SPDX-License-Identifier: GPL-3.0-or-later
// A map of packets inside a link, by id or number. A log of a few megabytes can describe any number
// of packets that never leave the link. The map rejects more packets than a link can hold before
// memory runs out.
#pragma once

#include <cstddef>

#include "common/error.h"

namespace seawind {

/// More packets of usual size than fit into the largest link (max_held_size).
inline constexpr std::size_t kMaxInLink = 8'000'000;

[[noreturn]] inline void too_many_packets() {
  throw Error(
      "cannot read the event log: more than 8000000 packets are in the link at a time; no "
      "link of Seawind holds so many");
}

template <typename Map, std::size_t kMax = kMaxInLink>
class BoundedMap : private Map {
 public:
  using Map::begin;
  using Map::clear;
  using Map::end;
  using Map::erase;
  using Map::extract;
  using Map::find;
  using Map::size;

  /// Throws Error when the map would exceed kMax entries.
  typename Map::mapped_type& operator[](const typename Map::key_type& key) {
    typename Map::mapped_type& value = Map::operator[](key);
    if (Map::size() > kMax) too_many_packets();
    return value;
  }
};

}  // namespace seawind
