// SPDX-License-Identifier: GPL-3.0-or-later
// The memory in which readers of an event log store connections, packets inside the link, and
// ranges of bytes. A log of a few megabytes can describe any number of them.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <memory_resource>

#include "common/error.h"

namespace seawind {

/// Limits the total memory of the containers that use it.
class LogMemory : public std::pmr::memory_resource {
 public:
  static constexpr std::size_t kMostLogMemory = 1'000'000'000;  // bytes

  explicit LogMemory(std::size_t most = kMostLogMemory) : most_(most), free_(most) {}

 private:
  /// Throws Error when the containers would take more than most_ bytes.
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > free_) {
      throw Error(
          fmt::format("cannot read the event log: to follow its packets through the link takes "
                      "more than {} B of memory; a link with the default `max_held_size` holds "
                      "fewer at a time",
                      most_));
    }
    void* out = std::pmr::new_delete_resource()->allocate(bytes, alignment);
    free_ -= bytes;
    return out;
  }
  void do_deallocate(void* at, std::size_t bytes, std::size_t alignment) override {
    std::pmr::new_delete_resource()->deallocate(at, bytes, alignment);
    free_ += bytes;
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::size_t most_;  // bytes
  std::size_t free_;
};

}  // namespace seawind
