// SPDX-License-Identifier: GPL-3.0-or-later
// Super-packets: frames that stand for many packets (segmentation offload), and frames whose
// checksum is not filled in (checksum offload), as the kernel describes them (FrameDescription).
//
// segment_into_packets() makes of such a frame the packets that the kernel's own segmentation (GSO)
// would make: every packet has the headers of the frame, with lengths, checksums, the TCP sequence
// number and the IPv4 identification advanced; FIN and PSH stay with the last packet and CWR with
// the first.
//
// Coalescer does the opposite as the kernel's GRO would: it coalesces packets of one flow that
// follow each other. TCP segments are coalesced if they carry payload and differ only in what
// segment_into_packets() advances, in PSH and FIN of the last one, and in the size of the last one,
// which may be smaller. UDP packets are coalesced if they are of equal size except the last one,
// which may be smaller. segment_into_packets() of the result gives the packets back. Packets whose
// transport checksum is not known to be correct (Packet::checksum_correct()) are not coalesced,
// because that of a super-packet is not verified again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "emulator/core/packet.h"
#include "emulator/ports/port.h"

namespace seawind {

/// How the kernel describes a frame: struct virtio_net_hdr of Virtual I/O Device 1.2, 5.1.6, in the
/// machine's byte order. (linux/virtio_net.h is not C++.)
struct FrameDescription {
  static constexpr std::uint8_t kNeedsChecksum = 1, kChecksumCorrect = 2;
  static constexpr std::uint8_t kTcp4 = 1, kTcp6 = 4, kUdp = 5, kEcn = 0x80;
  std::uint8_t flags = 0;
  std::uint8_t segmentation = 0;  // 0: none
  std::uint16_t head_bytes = 0;   // a hint
  std::uint16_t segment_bytes = 0;
  std::uint16_t checksum_start = 0;   // with kNeedsChecksum: from here to the end of the frame
  std::uint16_t checksum_offset = 0;  // of the field, from checksum_start
};
static_assert(sizeof(FrameDescription) == 10);

/// Ethernet, IP and TCP header with all options; the headers of no packet that is segmented or
/// coalesced are longer.
inline constexpr std::size_t kLargestHead = 14 + 60 + 60;

/// Passes the packets that `frame`, described by `description`, stands for to `handler`, in order.
/// `frame` starts at the Ethernet header; its headers may be overwritten. Returns false, and passes
/// nothing on, if frame and description contradict each other or the kind of segmentation is none
/// of TCP over IPv4 or IPv6 and UDP.
bool segment_into_packets(std::span<std::uint8_t> frame, const FrameDescription& description,
                          std::int64_t realtime_ns, FrameHandler& handler);

/// The beginning of a run of packets as one frame: description, headers, then the payloads.
class Coalescer {
 public:
  static constexpr std::size_t kMostPackets = 64;  // UDP_MAX_SEGMENTS of older kernels

  struct Kinds {
    bool tcp = true;
    bool udp = true;
  };
  /// Coalesces as many of the first packets as possible, of these kinds, at most kMostPackets and
  /// 65535 bytes. Returns their number; 1: the first packet is to be sent as it is. `packets` must
  /// not be empty.
  std::size_t coalesce(std::span<const Packet> packets, const Kinds& kinds);

  /// The frame of the last coalesce() that returned more than 1.
  const FrameDescription& description() const { return description_; }
  std::span<const std::uint8_t> head() const { return std::span(head_).first(head_bytes_); }
  /// The part of a coalesced packet that follows the head.
  std::span<const std::uint8_t> payload(const Packet& packet) const {
    return packet.frame().subspan(head_bytes_);
  }

 private:
  FrameDescription description_{};
  std::array<std::uint8_t, kLargestHead> head_{};
  std::size_t head_bytes_ = 0;
};

}  // namespace seawind
