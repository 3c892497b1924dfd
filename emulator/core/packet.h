// SPDX-License-Identifier: GPL-3.0-or-later
// A packet inside one hop: pooled bytes, id, arrival time and the header fields that models use.
// Move-only; the bytes are copied once, from the port into the pool.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/time.h"
#include "common/wire/ip_view.h"

namespace seawind {

class Packet;

/// Recycles packet storage in size classes. Packets are made and used by one thread: each relay
/// thread has a pool, which its links share. Other threads may only destroy packets, whose memory
/// goes back to the system. A pool must outlive every Packet made from it. It grows on demand and
/// keeps what its own thread frees, until release().
class PacketPool {
 public:
  PacketPool();
  ~PacketPool();
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  /// Frees the blocks that wait for reuse. Called by the thread that makes the packets.
  void release();

  /// Bytes of a frame that fit a block of each class.
  static constexpr std::array<std::uint32_t, 6> kClasses{256, 640, 1536, 2304, 9216, 65600};

 private:
  friend class Packet;
  /// The head of a block; the bytes of the frame follow it.
  struct Block {
    Block(PacketPool& of, std::uint8_t class_number) : pool(&of), size_class(class_number) {}
    PacketPool* pool;
    std::uint64_t id = 0;
    Time arrival;
    std::uint32_t frame_bytes = 0;
    std::uint16_t link_header = 0;
    std::uint8_t size_class;
    std::uint8_t traffic_class = 0;
    IpView ip;
    bool checksum_correct = false;
    std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(this + 1); }
  };
  Block* take(std::size_t bytes);
  static void give(Block* block);

  std::array<std::vector<Block*>, kClasses.size()> free_;
  std::atomic<const void*> thread_{nullptr};  // the one that makes the packets
};

/// One pointer: a packet moves through a dozen queues and stages.
class Packet {
 public:
  Packet() = default;
  Packet(Packet&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Packet& operator=(Packet&& other) noexcept {
    if (this != &other) {
      recycle();
      block_ = std::exchange(other.block_, nullptr);
    }
    return *this;
  }
  Packet(const Packet&) = delete;
  Packet& operator=(const Packet&) = delete;
  ~Packet() { recycle(); }

  /// Copies a frame: `link_header` bytes (14 for Ethernet, 0 for bare IP), then an IP packet. Bytes
  /// beyond the IP total length (Ethernet padding) are not copied. If the bytes are not a whole IP
  /// packet, ip().version is 0 and all of them are kept.
  static Packet copy_of(PacketPool& pool, std::uint64_t id, Time arrival,
                        std::span<const std::uint8_t> frame, std::uint16_t link_header) {
    return copy_of(pool, id, arrival, frame, {}, link_header);
  }
  /// As above, for a frame in two parts. `head` holds all headers.
  static Packet copy_of(PacketPool& pool, std::uint64_t id, Time arrival,
                        std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest,
                        std::uint16_t link_header);

  explicit operator bool() const { return block_ != nullptr; }
  // This function and all below are undefined for an empty packet.
  std::uint64_t id() const { return block_->id; }
  Time arrival() const { return block_->arrival; }
  /// IP bytes: the size that every buffer, queue and rate of the link counts.
  std::uint32_t size() const { return block_->frame_bytes - block_->link_header; }
  std::span<const std::uint8_t> frame() const { return {block_->data(), block_->frame_bytes}; }
  std::span<const std::uint8_t> ip_bytes() const { return frame().subspan(block_->link_header); }
  const IpView& ip() const { return block_->ip; }
  /// The pool of this packet's bytes, for packets derived from this one.
  PacketPool& pool() const { return *block_->pool; }
  /// The leaf class that the router's classifier chose; 0: none.
  std::uint8_t traffic_class() const { return block_->traffic_class; }
  void set_traffic_class(std::uint8_t number) { block_->traffic_class = number; }
  /// Whether the transport checksum is known to be correct. Edits keep a correct one correct.
  bool checksum_correct() const { return block_->checksum_correct; }
  void set_checksum_correct(bool correct) { block_->checksum_correct = correct; }

  /// The IP packet in place, for packet_edit.h. A caller that changes header fields must also
  /// update the checksum and call reparse().
  std::span<std::uint8_t> mutable_ip_bytes() {
    return {block_->data() + block_->link_header, size()};
  }
  void reparse();

 private:
  explicit Packet(PacketPool::Block* block) : block_(block) {}
  void recycle() {
    if (block_ != nullptr) PacketPool::give(block_);
  }

  PacketPool::Block* block_ = nullptr;
};

/// The sort key of the packets of a direction.
using Arrival = std::pair<Time, std::uint64_t>;
inline Arrival arrival_of(const Packet& packet) {
  return {packet.arrival(), packet.id()};
}

}  // namespace seawind
