// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/background_packets.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "common/packet_ids.h"
#include "common/wire/checksum.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"
#include "emulator/core/packet.h"

namespace seawind {
namespace {

constexpr std::size_t kEthernet = 14;
constexpr std::size_t kIpHeader = 20;
}  // namespace

Packet make_background_packet(PacketPool& pool, std::uint64_t id, Time arrival, std::uint32_t bytes,
                              std::span<const std::uint8_t> link_header) {
  assert(bytes >= kSmallestBackgroundPacket && bytes <= 65535);
  assert(link_header.empty() || link_header.size() == kEthernet);
  std::array<std::uint8_t, kEthernet + 65535> frame;
  const auto whole = std::span(frame).first(link_header.size() + bytes);
  std::fill(whole.begin(), whole.end(), std::uint8_t{0});
  std::copy(link_header.begin(), link_header.end(), whole.begin());
  if (!link_header.empty())
    write16(whole, 12, 0x0800);  // IPv4, also if the template packet was
                                 // IPv6
  const auto ip = whole.subspan(link_header.size());
  ip[0] = 0x45;
  write16(ip, 2, bytes);
  ip[6] = 0x40;  // do not fragment
  ip[8] = 64;
  ip[9] = ip_protocol::kUdp;
  constexpr std::array<std::uint8_t, 8> kAddresses{192, 0, 2, 1, 192, 0, 2, 2};
  std::copy(kAddresses.begin(), kAddresses.end(), ip.begin() + 12);
  write16(ip, 10, checksum_fold(checksum_add(ip.first(kIpHeader))));
  const auto udp = ip.subspan(kIpHeader);
  write16(udp, 0, 9);
  write16(udp, 2, 9);
  write16(udp, 4, bytes - std::uint32_t{kIpHeader});
  return Packet::copy_of(pool, id, arrival, whole, static_cast<std::uint16_t>(link_header.size()));
}

void BackgroundPackets::copy_link_header(const Packet& packet) {
  pool_ = &packet.pool();
  link_header_bytes_ =
      std::min<std::size_t>(packet.frame().size() - packet.size(), link_header_.size());
  std::copy_n(packet.frame().begin(), link_header_bytes_, link_header_.begin());
}

void BackgroundPackets::send(std::uint32_t bytes) {
  held_.add(bytes);
  shared_.scheduler.at(shared_.now() + duration_at(shared_.state().propagation_delay, 0.5),
                       [this, bytes] { deliver(bytes); });
}

void BackgroundPackets::deliver(std::uint32_t bytes) {
  held_.remove(bytes);
  exit_.deliver_generated(make(bytes));
}

void BackgroundPackets::drop(std::uint32_t bytes) {
  const Packet packet = make(bytes);
  shared_.emit(EventKind::kGenerated, packet.id(), packet.size());
  shared_.emit.drop(packet, DropReason::kHeldFull);
}

Packet BackgroundPackets::make(std::uint32_t bytes) {
  const std::uint64_t id =
      kFirstBackgroundId + 2 * made_++ + static_cast<std::uint64_t>(shared_.emit.direction());
  return make_background_packet(*pool_, id, shared_.now(), bytes,
                                {link_header_.data(), link_header_bytes_});
}

}  // namespace seawind
