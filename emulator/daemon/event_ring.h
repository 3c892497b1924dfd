// SPDX-License-Identifier: GPL-3.0-or-later
// A byte ring from a relay thread, which must not block, to the thread that writes the logs. One
// producer, one consumer; allocated once. An entry is 8 bytes (log_number, length) and a record as
// in common/event_log.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "common/event_log.h"

namespace seawind {

class EventRing {
 public:
  /// `bytes`: size of the ring; a power of two, at least 4096.
  explicit EventRing(std::size_t bytes);

  /// Producer: appends one record and sets its snap_bytes from `snap`. Returns false if the ring is
  /// full.
  bool push(std::uint32_t log_number, EventRecord event, std::span<const std::uint8_t> snap);

  /// Consumer: calls each(log_number, record bytes) for every entry.
  template <typename Each>
  void drain(Each each) {
    std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    const std::uint64_t head = head_.load(std::memory_order_acquire);
    while (tail != head) {
      const std::byte* at = bytes_.get() + (tail & mask_);
      const Prefix prefix = read_prefix(at);
      if (prefix.log_number != kSkip)
        each(prefix.log_number, std::span(at + sizeof(Prefix), prefix.length));
      tail += sizeof(Prefix) + prefix.length;
      tail_.store(tail, std::memory_order_release);
    }
  }

 private:
  struct Prefix {
    std::uint32_t log_number;
    std::uint32_t length;
  };
  static constexpr std::uint32_t kSkip =
      ~std::uint32_t{0};  // the rest up to the ring's end is empty
  static Prefix read_prefix(const std::byte* at);

  std::size_t mask_;
  std::unique_ptr<std::byte[]> bytes_;
  alignas(64) std::atomic<std::uint64_t> head_{0};  // written by the producer
  alignas(64) std::atomic<std::uint64_t> tail_{0};  // written by the consumer
};

}  // namespace seawind
