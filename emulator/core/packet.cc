// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/packet.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/wire/ip_parse.h"

#if defined(SEAWIND_SANITIZED)
#include <sanitizer/asan_interface.h>
#define SEAWIND_POISON(block, bytes) ASAN_POISON_MEMORY_REGION(block, bytes)
#define SEAWIND_UNPOISON(block, bytes) ASAN_UNPOISON_MEMORY_REGION(block, bytes)
#else
#define SEAWIND_POISON(block, bytes) (void)0
#define SEAWIND_UNPOISON(block, bytes) (void)0
#endif

namespace seawind {

PacketPool::PacketPool() = default;

PacketPool::~PacketPool() {
  for (std::size_t i = 0; i < free_.size(); ++i) {
    for (std::uint8_t* block : free_[i]) {
      SEAWIND_UNPOISON(block, kClasses[i]);
      delete[] block;
    }
  }
}

// A frame larger than the largest class (larger than any IP packet) gets a block of its own. Its
// class number is one beyond the last, and the block is not recycled.
std::uint8_t* PacketPool::take(std::size_t bytes, std::uint8_t& size_class) {
  const auto fitting = std::lower_bound(kClasses.begin(), kClasses.end(), bytes);
  size_class = static_cast<std::uint8_t>(fitting - kClasses.begin());
  if (fitting == kClasses.end()) return new std::uint8_t[bytes];
  std::vector<std::uint8_t*>& free = free_[size_class];
  if (free.empty()) return new std::uint8_t[*fitting];
  std::uint8_t* block = free.back();
  free.pop_back();
  SEAWIND_UNPOISON(block, *fitting);
  return block;
}

void PacketPool::give(std::uint8_t* block, std::uint8_t size_class) {
  if (size_class == kClasses.size()) {
    delete[] block;
    return;
  }
  SEAWIND_POISON(block,
                 kClasses[size_class]);  // makes a use after free visible although the pool keeps
                                         // the block
  free_[size_class].push_back(block);
}

Packet::Packet(Packet&& other) noexcept
    : pool_(other.pool_),
      data_(std::exchange(other.data_, nullptr)),
      id_(other.id_),
      arrival_(other.arrival_),
      frame_bytes_(other.frame_bytes_),
      link_header_(other.link_header_),
      size_class_(other.size_class_),
      traffic_class_(other.traffic_class_),
      ip_(other.ip_) {}

Packet& Packet::operator=(Packet&& other) noexcept {
  if (this != &other) {
    release();
    pool_ = other.pool_;
    data_ = std::exchange(other.data_, nullptr);
    id_ = other.id_;
    arrival_ = other.arrival_;
    frame_bytes_ = other.frame_bytes_;
    link_header_ = other.link_header_;
    size_class_ = other.size_class_;
    traffic_class_ = other.traffic_class_;
    ip_ = other.ip_;
  }
  return *this;
}

Packet::~Packet() {
  release();
}

void Packet::release() {
  if (data_ != nullptr) pool_->give(std::exchange(data_, nullptr), size_class_);
}

void Packet::reparse() {
  ip_ = {};
  if (const auto ip = parse_ip(ip_bytes())) {
    ip_ = ip->view;
    frame_bytes_ = link_header_ + ip->total_bytes;
  }
}

Packet Packet::copy_of(PacketPool& pool, std::uint64_t id, Time arrival,
                       std::span<const std::uint8_t> frame, std::uint16_t link_header) {
  Packet packet;
  packet.pool_ = &pool;
  packet.id_ = id;
  packet.arrival_ = arrival;
  // A frame shorter than its link header is malformed: it has no IP bytes, size() is 0.
  packet.link_header_ =
      static_cast<std::uint16_t>(std::min<std::size_t>(link_header, frame.size()));
  std::size_t kept = frame.size();
  if (const auto ip = parse_ip(frame.subspan(packet.link_header_))) {
    packet.ip_ = ip->view;
    kept = packet.link_header_ + std::size_t{ip->total_bytes};
  }
  packet.frame_bytes_ = static_cast<std::uint32_t>(kept);
  packet.data_ = pool.take(kept, packet.size_class_);
  if (kept != 0) std::memcpy(packet.data_, frame.data(), kept);
  return packet;
}

}  // namespace seawind
