// SPDX-License-Identifier: GPL-3.0-or-later
// The receive buffer of a port in the kernel. It holds the frames that arrive while the relay
// thread serves other links or waits for its processor. Frames beyond it are missing from the
// model; they are counted (PortStats::capture_drops).
//
// Rule: a port takes 128 packets of any size at once, whatever the rate of its link. A sender's
// interface hands over a TCP window of 64 KiB at line rate (45 packets of 1500 bytes, 123 of 576,
// or two super-packets), and a receiver replies as fast to the packets that a retransmission
// releases. A faster link takes more, because more frames arrive while the thread is busy. Two
// cases take less: super-packets (100), and port `super` without privileges (below).
#pragma once

#include <linux/if_ether.h>
#include <linux/if_packet.h>

#include <algorithm>
#include <cstdint>

#include "emulator/ports/packet_socket.h"

namespace seawind {

// A ring (port `ring`) is resident as long as the port exists. A slot has room for the largest
// frame of the interface, whatever the packet's size; slots of 1500 bytes for 0.32 s at full rate
// hold about 10 ms of 64-byte packets. The kernel allocates the ring in blocks of 128 KiB; a slot
// is inside one of them. The upper bound limits the memory of one port: 128 slots for frames of 64
// KiB, of which a block holds one.
inline constexpr std::int64_t kReceiveRingBlock = 128 * 1024;
inline constexpr std::int64_t kMaxReceiveRing = 16 * 1024 * 1024;

/// In front of the IP packet: the kernel's header, room for a tag, and up to 64 bytes of headers
/// and of the frame's description.
inline constexpr unsigned kReceiveSlotHeader = TPACKET_ALIGN(TPACKET2_HDRLEN) + 64 + kVlanTag;

/// Bytes of a slot of the ring. `largest_packet`: IP bytes.
constexpr unsigned receive_slot_bytes(int largest_packet) {
  return TPACKET_ALIGN(kReceiveSlotHeader + static_cast<unsigned>(largest_packet) + ETH_HLEN);
}

/// Blocks of the ring. `rate`: bit/s of expected arrivals; `largest_packet`: IP bytes.
constexpr std::int64_t receive_ring_blocks(std::int64_t rate, int largest_packet) {
  constexpr std::int64_t kFrames = 128;
  const auto rounded_up = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
  const std::int64_t in_a_block = kReceiveRingBlock / receive_slot_bytes(largest_packet);
  const std::int64_t wanted =
      std::max(rounded_up(rate / 25, kReceiveRingBlock), rounded_up(kFrames, in_a_block));
  return std::min(wanted, kMaxReceiveRing / kReceiveRingBlock);
}

// A queue (port `super`) takes memory only while frames wait, so its limit need not follow the
// rate, which may change: the kernel's own cost included, 7000 packets of 1500 bytes or 100
// super-packets. Without privileges the system's limit applies (net.core.rmem_max); its default
// holds 180 packets or 5 super-packets.
inline constexpr int kReceiveQueue = 8 * 1024 * 1024;

}  // namespace seawind
