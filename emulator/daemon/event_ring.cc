// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/event_ring.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace seawind {

EventRing::EventRing(std::size_t bytes)
    : mask_(bytes - 1), bytes_(std::make_unique<std::byte[]>(bytes)) {
  assert(std::has_single_bit(bytes) && bytes >= 4096);
}

EventRing::Prefix EventRing::read_prefix(const std::byte* at) {
  Prefix prefix;
  std::memcpy(&prefix, at, sizeof prefix);
  return prefix;
}

bool EventRing::push(std::uint32_t log_number, EventRecord event,
                     std::span<const std::uint8_t> snap) {
  event.snap_bytes = static_cast<std::uint16_t>(snap.size());
  const std::size_t length = record_size(snap.size());
  const std::size_t need = sizeof(Prefix) + length;
  std::uint64_t head = head_.load(std::memory_order_relaxed);
  const std::uint64_t tail = tail_.load(std::memory_order_acquire);
  const std::size_t capacity = mask_ + 1;
  const std::size_t to_end = capacity - (head & mask_);
  const std::size_t skipped = need > to_end ? to_end : 0;  // records are not split
  if (head - tail + skipped + need > capacity) return false;
  if (skipped > 0) {
    const Prefix skip{kSkip, static_cast<std::uint32_t>(skipped - sizeof(Prefix))};
    std::memcpy(bytes_.get() + (head & mask_), &skip, sizeof skip);
    head += skipped;
  }
  std::byte* at = bytes_.get() + (head & mask_);
  const Prefix prefix{log_number, static_cast<std::uint32_t>(length)};
  std::memcpy(at, &prefix, sizeof prefix);
  std::memcpy(at + sizeof prefix, &event, sizeof event);
  std::byte* packet = at + sizeof prefix + sizeof event;
  if (!snap.empty()) std::memcpy(packet, snap.data(), snap.size());
  std::memset(packet + snap.size(), 0, length - sizeof event - snap.size());
  head_.store(head + need, std::memory_order_release);
  return true;
}

}  // namespace seawind
