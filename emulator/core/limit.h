// SPDX-License-Identifier: GPL-3.0-or-later
// The limit of a buffer and its occupancy.
#pragma once

#include <cstdint>
#include <optional>

namespace seawind {

/// A limit in bytes, in packets, or in both; unlimited when neither is set.
struct BufferLimit {
  std::optional<std::int64_t> bytes{};
  std::optional<std::int64_t> packets{};

  bool unlimited() const { return !bytes && !packets; }
  bool operator==(const BufferLimit&) const = default;
};

/// The occupancy of a buffer. A packet fits only as a whole. When a limit is reduced below the
/// occupancy, nothing fits until enough packets have left.
struct Occupancy {
  std::int64_t bytes = 0;
  std::int64_t packets = 0;

  void add(std::int64_t size) {
    bytes += size;
    ++packets;
  }
  void remove(std::int64_t size) {
    bytes -= size;
    --packets;
  }
  bool exceeds(const BufferLimit& limit) const {
    return (limit.bytes && bytes > *limit.bytes) || (limit.packets && packets > *limit.packets);
  }
  bool fits(std::int64_t size, const BufferLimit& limit) const {
    return (!limit.bytes || bytes + size <= *limit.bytes) &&
           (!limit.packets || packets + 1 <= *limit.packets);
  }
};

}  // namespace seawind
