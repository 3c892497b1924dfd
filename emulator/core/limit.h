// SPDX-License-Identifier: GPL-3.0-or-later
// How much a buffer may hold, and how much it holds.
#pragma once

#include <cstdint>
#include <optional>

namespace seawind {

/// Bytes or packets; neither: unlimited.
struct BufferLimit {
  std::optional<std::int64_t> bytes{};
  std::optional<std::int64_t> packets{};

  bool unlimited() const { return !bytes && !packets; }
};

/// Content of a buffer. A packet fits when the whole of it does, so a limit that shrank below the
/// content admits nothing until enough has left.
struct Fill {
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
  bool fits(std::int64_t size, const BufferLimit& limit) const {
    return (!limit.bytes || bytes + size <= *limit.bytes) &&
           (!limit.packets || packets + 1 <= *limit.packets);
  }
};

}  // namespace seawind
