// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/endpoint_edit.h"

#include "common/wire/checksum.h"
#include "common/wire/ip_edit.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"

namespace seawind {
namespace {

using namespace ip_protocol;
using Bytes = std::span<const std::uint8_t>;
using Writable = std::span<std::uint8_t>;

constexpr std::size_t kIcmpHeader = 8;

std::size_t header_of(Bytes ip) {
  return std::size_t{ip[0] & 15U} * 4;
}
std::size_t address_at(End end) {
  return end == End::kSource ? 12 : 16;
}
std::size_t port_at(Bytes ip, End end) {
  if (ip[9] == kIcmp) return header_of(ip) + 4;
  return header_of(ip) + (end == End::kSource ? 0 : 2);
}

/// Updates the transport's checksum, if it is among the bytes, after a word that it covers changed.
void update_transport(Writable ip, std::uint16_t from, std::uint16_t to) {
  const std::uint8_t protocol = ip[9];
  const std::size_t at = header_of(ip) + (protocol == kTcp ? 16U : protocol == kUdp ? 6U : 2U);
  if (at + 2 > ip.size()) return;
  const std::uint16_t old = read16(ip, at);
  if (protocol == kUdp && old == 0) return;
  const std::uint16_t sum = checksum_update(old, from, to);
  write16(ip, at, protocol == kUdp && sum == 0 ? 0xffff : sum);
}

}  // namespace

bool has_endpoints(Bytes ip) {
  if (ip.size() < 20 || ip[0] >> 4 != 4) return false;
  const std::size_t header = header_of(ip);
  if (header < 20 || ip.size() < header + 8 || (read16(ip, 6) & 0x1fff) != 0) return false;
  if (ip[9] == kIcmp) return ip[header] == 8 || ip[header] == 0;
  return ip[9] == kTcp || ip[9] == kUdp;
}

std::uint32_t address(Bytes ip, End end) {
  return read32(ip, address_at(end));
}

Endpoint endpoint(Bytes ip, End end) {
  return {address(ip, end), read16(ip, port_at(ip, end))};
}

void write_address(Writable ip, End end, std::uint32_t to) {
  write_ipv4_word(ip, address_at(end), static_cast<std::uint16_t>(to >> 16));
  write_ipv4_word(ip, address_at(end) + 2, static_cast<std::uint16_t>(to));
}

void write_endpoint(Writable ip, End end, Endpoint to) {
  if (ip[9] != kIcmp) {  // ICMP has no pseudo-header
    const std::uint32_t from = address(ip, end);
    update_transport(ip, static_cast<std::uint16_t>(from >> 16),
                     static_cast<std::uint16_t>(to.address >> 16));
    update_transport(ip, static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to.address));
  }
  write_address(ip, end, to.address);
  const std::size_t at = port_at(ip, end);
  const std::uint16_t port = read16(ip, at);
  write16(ip, at, to.port);
  update_transport(ip, port, to.port);
}

std::optional<Writable> quote_of(Writable icmp) {
  if (icmp.size() < kIcmpHeader || !has_endpoints(icmp.subspan(kIcmpHeader))) return {};
  return icmp.subspan(kIcmpHeader);
}

void write_quoted_endpoint(Writable icmp, End end, Endpoint to) {
  const Writable quote = icmp.subspan(kIcmpHeader);
  const std::uint32_t before = checksum_add(quote);
  write_endpoint(quote, end, to);
  const auto sum_before = static_cast<std::uint16_t>(before);
  const auto sum_after = static_cast<std::uint16_t>(checksum_add(quote));
  write16(icmp, 2, checksum_update(read16(icmp, 2), sum_before, sum_after));
}

}  // namespace seawind
