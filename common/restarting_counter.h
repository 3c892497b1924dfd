// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace seawind {

/// Adds up a counter that others may reset to 0, or replace by another one, between readings. A
/// smaller value shows a restart. If the counter has passed its last reading again, part is lost.
class RestartingCounter {
 public:
  /// The value `now` is not counted.
  explicit RestartingCounter(std::uint64_t now = 0) : last_(now) {}
  void read(std::uint64_t now) {
    total_ += now < last_ ? now : now - last_;
    last_ = now;
  }
  std::uint64_t total() const { return total_; }

 private:
  std::uint64_t last_;
  std::uint64_t total_ = 0;
};

}  // namespace seawind
