// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of TCP segments and UDP datagrams with right checksums, for tests, and a check of checksums
// that shares no code with the emulator and common/wire on purpose: it is their oracle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace seawind::test {

constexpr std::uint8_t kFin = 1, kSyn = 2, kRst = 4, kPsh = 8, kAck = 16;

struct Segment {
  bool ipv6 = false;
  bool downlink = true;  // from the fixed host (10.0.0.1, port 5001) to the mobile (10.0.0.2, 80)
  std::uint16_t fixed_port = 5001;
  std::uint16_t mobile_port = 80;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledgement = 0;
  std::uint8_t flags = kAck;
  std::uint16_t window = 1000;
  std::size_t payload = 0;
  std::vector<std::uint8_t> tcp_options{};  // a multiple of 4
  std::vector<std::uint8_t> ip_options{};   // IPv4 only; a multiple of 4
  std::uint8_t traffic_class = 0;           // DSCP and ECN
  bool ethernet = false;                    // with an Ethernet header in front
};

/// The segment as bytes, checksums right.
std::vector<std::uint8_t> tcp_bytes(const Segment& segment);
/// The same as UDP; sequence, flags and TCP options are ignored.
std::vector<std::uint8_t> udp_bytes(const Segment& segment);

/// The first error in checksums and lengths of a packet that starts at its IP header: IPv4 header,
/// TCP, UDP, ICMP; empty: none.
std::string checksum_problem(const std::vector<std::uint8_t>& ip);

}  // namespace seawind::test
