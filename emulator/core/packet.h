// SPDX-License-Identifier: GPL-3.0-or-later
// A packet inside one hop: pooled bytes, id, arrival time and the header fields that models use.
// Move-only; the bytes are copied once, from the port into the pool.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "common/time.h"
#include "common/wire/ip_view.h"

namespace seawind {

/// Recycles packet storage in size classes. Not thread-safe: each relay thread has its own pool. A
/// pool must outlive every Packet made from it. It grows on demand and keeps freed blocks for
/// reuse.
class PacketPool {
 public:
  PacketPool();
  ~PacketPool();
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  static constexpr std::array<std::uint32_t, 4> kClasses{256, 2048, 9216, 65600};

 private:
  friend class Packet;
  std::uint8_t* take(std::size_t bytes, std::uint8_t& size_class);
  void give(std::uint8_t* block, std::uint8_t size_class);

  std::array<std::vector<std::uint8_t*>, kClasses.size()> free_;
};

class Packet {
 public:
  Packet() = default;
  Packet(Packet&& other) noexcept;
  Packet& operator=(Packet&& other) noexcept;
  Packet(const Packet&) = delete;
  Packet& operator=(const Packet&) = delete;
  ~Packet();

  /// Copies a frame: `link_header` bytes (14 for Ethernet, 0 for bare IP), then an IP packet. Bytes
  /// beyond the IP total length (Ethernet padding) are not copied. If the bytes are not a whole IP
  /// packet, ip().version is 0 and all of them are kept.
  static Packet copy_of(PacketPool& pool, std::uint64_t id, Time arrival,
                        std::span<const std::uint8_t> frame, std::uint16_t link_header);

  explicit operator bool() const { return data_ != nullptr; }
  std::uint64_t id() const { return id_; }
  Time arrival() const { return arrival_; }
  /// IP bytes: the size that every buffer, queue and rate of the link counts.
  std::uint32_t size() const { return frame_bytes_ - link_header_; }
  std::span<const std::uint8_t> frame() const { return {data_, frame_bytes_}; }
  std::span<const std::uint8_t> ip_bytes() const { return frame().subspan(link_header_); }
  const IpView& ip() const { return ip_; }
  /// The pool of this packet's bytes, for packets derived from this one. Undefined for an empty
  /// packet.
  PacketPool& pool() const { return *pool_; }
  /// The leaf class that the router's classifier chose; 0: none.
  std::uint8_t traffic_class() const { return traffic_class_; }
  void set_traffic_class(std::uint8_t number) { traffic_class_ = number; }

  /// The IP packet in place, for packet_edit.h. A caller that changes header fields must also
  /// update the checksum and call reparse().
  std::span<std::uint8_t> mutable_ip_bytes() { return {data_ + link_header_, size()}; }
  void reparse();

 private:
  void release();

  PacketPool* pool_ = nullptr;
  std::uint8_t* data_ = nullptr;
  std::uint64_t id_ = 0;
  Time arrival_;
  std::uint32_t frame_bytes_ = 0;
  std::uint16_t link_header_ = 0;
  std::uint8_t size_class_ = 0;
  std::uint8_t traffic_class_ = 0;
  IpView ip_;
};

}  // namespace seawind
