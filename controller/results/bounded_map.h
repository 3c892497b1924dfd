// SPDX-License-Identifier: GPL-3.0-or-later
// A map of what is known of the packets inside a link, by id or number. An event log of a few
// megabytes may tell of packets without end that never leave: what no link can hold is an error
// before it is out of memory.
#pragma once

#include <cstddef>

#include "common/error.h"

namespace seawind {

/// More than fits into the largest link (max_held_size) with packets of usual size.
inline constexpr std::size_t kMostInLink = 8'000'000;

[[noreturn]] inline void too_many_packets() {
  throw Error(
      "cannot read the event log: more than 8000000 packets are in the link at a time; no "
      "link of Seawind holds so many");
}

template <typename Map, std::size_t kMost = kMostInLink>
class BoundedMap : private Map {
 public:
  using Map::begin;
  using Map::clear;
  using Map::end;
  using Map::erase;
  using Map::find;
  using Map::size;

  /// Throws Error when it would hold more than kMost.
  typename Map::mapped_type& operator[](const typename Map::key_type& key) {
    typename Map::mapped_type& value = Map::operator[](key);
    if (Map::size() > kMost) too_many_packets();
    return value;
  }
};

}  // namespace seawind
