// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/trace.h"

namespace seawind {
namespace {

using Bytes = std::span<const std::uint8_t>;
constexpr std::uint8_t kTcp = 6;

std::uint16_t u16(Bytes b, std::size_t at) {
  return static_cast<std::uint16_t>(b[at] << 8 | b[at + 1]);
}
std::uint32_t u32(Bytes b, std::size_t at) {
  return static_cast<std::uint32_t>(u16(b, at)) << 16 | u16(b, at + 2);
}

/// Where the transport header begins and how long the IP packet is.
struct Network {
  std::size_t header = 0;
  std::size_t total = 0;
};

std::optional<Network> parse_ipv4(Bytes p) {
  if (p.size() < 20) return {};
  const std::size_t header = (p[0] & 0xfu) * 4u;
  const bool first_fragment = (u16(p, 6) & 0x1fff) == 0;
  if (header < 20 || p[9] != kTcp || !first_fragment) return {};
  return Network{header, u16(p, 2)};
}

std::optional<Network> parse_ipv6(Bytes p) {
  if (p.size() < 40) return {};
  const std::size_t total = 40u + u16(p, 4);
  std::uint8_t next = p[6];
  std::size_t at = 40;
  while (next != kTcp) {
    constexpr std::uint8_t kHopByHop = 0, kRouting = 43, kFragment = 44, kDestination = 60;
    if (at + 8 > p.size()) return {};
    if (next == kFragment) {
      if ((u16(p, at + 2) & 0xfff8) != 0) return {};
      next = p[at];
      at += 8;
    } else if (next == kHopByHop || next == kRouting || next == kDestination) {
      next = p[at];
      at += (p[at + 1] + 1u) * 8u;
    } else {
      return {};
    }
  }
  return Network{at, total};
}

}  // namespace

std::optional<TcpSegment> parse_tcp(Bytes p) {
  if (p.empty()) return {};
  const auto network = (p[0] >> 4) == 4   ? parse_ipv4(p)
                       : (p[0] >> 4) == 6 ? parse_ipv6(p)
                                          : std::nullopt;
  if (!network || p.size() < network->header + 20) return {};
  const Bytes tcp = p.subspan(network->header);
  const std::size_t headers = network->header + (tcp[12] >> 4) * 4u;
  if ((tcp[12] >> 4) < 5 || headers > network->total) return {};
  TcpSegment s;
  s.source_port = u16(tcp, 0);
  s.destination_port = u16(tcp, 2);
  s.sequence = u32(tcp, 4);
  s.acknowledgement = u32(tcp, 8);
  s.fin = tcp[13] & 0x01;
  s.syn = tcp[13] & 0x02;
  s.rst = tcp[13] & 0x04;
  s.ack = tcp[13] & 0x10;
  s.headers = static_cast<std::int64_t>(headers);
  s.payload = static_cast<std::int64_t>(network->total - headers);
  return s;
}

}  // namespace seawind
