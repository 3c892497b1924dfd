// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/packet.h"

#include <algorithm>
#include <cstring>
#include <new>

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

namespace {

/// Identifies the calling thread.
const void* this_thread() {
  thread_local char mark;
  return &mark;
}

}  // namespace

PacketPool::PacketPool() = default;

PacketPool::~PacketPool() {
  release();
}

void PacketPool::release() {
  for (std::size_t i = 0; i < free_.size(); ++i) {
    for (Block* block : free_[i]) {
      SEAWIND_UNPOISON(block, sizeof(Block) + kClasses[i]);
      ::operator delete(block);
    }
    free_[i] = {};
  }
}

// A frame larger than the largest class (larger than any IP packet) gets a block of its own. Its
// class number is one beyond the last, and the block is not recycled.
PacketPool::Block* PacketPool::take(std::size_t bytes) {
  const auto fitting = std::lower_bound(kClasses.begin(), kClasses.end(), bytes);
  const auto size_class = static_cast<std::uint8_t>(fitting - kClasses.begin());
  thread_.store(this_thread(), std::memory_order_relaxed);
  void* memory = nullptr;
  if (size_class == kClasses.size()) {
    memory = ::operator new(sizeof(Block) + bytes);
  } else if (std::vector<Block*>& free = free_[size_class]; free.empty()) {
    memory = ::operator new(sizeof(Block) + *fitting);
  } else {
    memory = free.back();
    free.pop_back();
    SEAWIND_UNPOISON(memory, sizeof(Block) + *fitting);
  }
  return new (memory) Block(*this, size_class);
}

void PacketPool::give(Block* block) {
  PacketPool& pool = *block->pool;
  const std::size_t size_class = block->size_class;
  if (size_class == kClasses.size() ||
      pool.thread_.load(std::memory_order_relaxed) != this_thread()) {
    ::operator delete(block);
    return;
  }
  // Makes a use after free visible although the pool keeps the block.
  SEAWIND_POISON(block, sizeof(Block) + kClasses[size_class]);
  pool.free_[size_class].push_back(block);
}

void Packet::reparse() {
  block_->ip = {};
  if (const auto ip = parse_ip(ip_bytes())) {
    block_->ip = ip->view;
    block_->frame_bytes = block_->link_header + ip->total_bytes;
  }
}

Packet Packet::copy_of(PacketPool& pool, std::uint64_t id, Time arrival,
                       std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest,
                       std::uint16_t link_header) {
  const std::size_t size = head.size() + rest.size();
  // A frame shorter than its link header is malformed: it has no IP bytes, size() is 0.
  const std::size_t link = std::min<std::size_t>(link_header, head.size());
  const auto ip = parse_ip(head.subspan(link), size - link);
  const std::size_t kept = ip ? link + std::size_t{ip->total_bytes} : size;
  PacketPool::Block* block = pool.take(kept);
  block->id = id;
  block->arrival = arrival;
  block->frame_bytes = static_cast<std::uint32_t>(kept);
  block->link_header = static_cast<std::uint16_t>(link);
  if (ip) block->ip = ip->view;
  const std::size_t from_head = std::min(kept, head.size());
  if (from_head != 0) std::memcpy(block->data(), head.data(), from_head);
  if (kept != from_head) std::memcpy(block->data() + from_head, rest.data(), kept - from_head);
  return Packet(block);
}

}  // namespace seawind
