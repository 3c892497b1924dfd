// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tcp_bytes.h"

#include <iterator>

namespace seawind::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

void put(Bytes& out, std::uint64_t value, int bytes) {
  while (bytes-- > 0) out.push_back(static_cast<std::uint8_t>(value >> (8 * bytes)));
}
void append(Bytes& out, const Bytes& more) {
  out.insert(out.end(), more.begin(), more.end());
}
std::uint32_t get16(const Bytes& in, std::size_t at) {
  return static_cast<std::uint32_t>(in.at(at) << 8 | in.at(at + 1));
}
void set16(Bytes& out, std::size_t at, std::uint32_t value) {
  out.at(at) = static_cast<std::uint8_t>(value >> 8);
  out.at(at + 1) = static_cast<std::uint8_t>(value);
}

/// The 16-bit sum of big-endian words as in RFC 1071. A checksum is correct if the sum over the
/// covered data, including the checksum, is 0xffff.
std::uint32_t sum_of(Bytes bytes) {
  if (bytes.size() % 2 != 0) bytes.push_back(0);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 2) sum += get16(bytes, i);
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint32_t>(sum);
}

std::size_t ip_header_of(const Bytes& ip) {
  return ip.at(0) >> 4 == 4 ? std::size_t{ip[0] & 15U} * 4 : 40;
}

Bytes covered_by_transport(const Bytes& ip) {
  const bool v4 = ip[0] >> 4 == 4;
  const auto header = static_cast<std::ptrdiff_t>(ip_header_of(ip));
  Bytes out(ip.begin() + (v4 ? 12 : 8), ip.begin() + (v4 ? 20 : 40));
  put(out, v4 ? ip[9] : ip[6], 4);
  put(out, static_cast<std::uint64_t>(std::ssize(ip) - header), 4);
  out.insert(out.end(), ip.begin() + header, ip.end());
  return out;
}

Bytes ip_packet(const Segment& s, std::uint8_t protocol, const Bytes& transport,
                std::size_t checksum_at) {
  Bytes ip;
  const std::uint8_t source = s.downlink ? 1 : 2;
  const auto destination = static_cast<std::uint8_t>(3 - source);
  if (s.ipv6) {
    put(ip, 6U << 28 | std::uint32_t{s.traffic_class} << 20, 4);
    put(ip, transport.size(), 2);
    put(ip, std::uint64_t{protocol} << 8 | 63, 2);
    for (const std::uint8_t host : {source, destination}) {
      put(ip, 0xfd00, 2);
      ip.insert(ip.end(), 13, 0);
      ip.push_back(host);
    }
  } else {
    put(ip, 0x45 + s.ip_options.size() / 4, 1);
    put(ip, s.traffic_class, 1);
    put(ip, 20 + s.ip_options.size() + transport.size(), 2);
    put(ip, 0x12344000, 4);
    put(ip, std::uint64_t{63} << 8 | protocol, 2);
    put(ip, 0, 2);
    put(ip, 0x0a000000U + source, 4);
    put(ip, 0x0a000000U + destination, 4);
    append(ip, s.ip_options);
    set16(ip, 10, 0xffff - sum_of(ip));
  }
  const std::size_t header = ip.size();
  append(ip, transport);
  set16(ip, header + checksum_at, 0xffff - sum_of(covered_by_transport(ip)));
  if (s.ethernet) {
    Bytes frame{2, 0, 0, 0, 0, destination, 2, 0, 0, 0, 0, source};
    put(frame, s.ipv6 ? 0x86dd : 0x0800, 2);
    append(frame, ip);
    return frame;
  }
  return ip;
}

void put_ports(Bytes& out, const Segment& s) {
  put(out, s.downlink ? s.fixed_port : s.mobile_port, 2);
  put(out, s.downlink ? s.mobile_port : s.fixed_port, 2);
}

void put_payload(Bytes& out, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(i * 7 + 1));
}

}  // namespace

Bytes tcp_bytes(const Segment& s) {
  Bytes tcp;
  put_ports(tcp, s);
  put(tcp, s.sequence, 4);
  put(tcp, s.acknowledgement, 4);
  put(tcp, (20 + s.tcp_options.size()) / 4 << 4, 1);
  put(tcp, s.flags, 1);
  put(tcp, s.window, 2);
  put(tcp, 0, 4);
  append(tcp, s.tcp_options);
  put_payload(tcp, s.payload);
  return ip_packet(s, 6, tcp, 16);
}

Bytes udp_bytes(const Segment& s) {
  Bytes udp;
  put_ports(udp, s);
  put(udp, 8 + s.payload, 2);
  put(udp, 0, 2);
  put_payload(udp, s.payload);
  return ip_packet(s, 17, udp, 6);
}

std::string checksum_problem(const Bytes& ip) {
  const bool v4 = ip.at(0) >> 4 == 4;
  const std::size_t header = ip_header_of(ip);
  if (v4 && get16(ip, 2) != ip.size()) return "IPv4 total length";
  if (!v4 && get16(ip, 4) != ip.size() - 40) return "IPv6 payload length";
  if (v4 && sum_of(Bytes(ip.begin(), ip.begin() + static_cast<std::ptrdiff_t>(header))) != 0xffff) {
    return "IPv4 header checksum";
  }
  const std::uint8_t protocol = v4 ? ip[9] : ip[6];
  if (protocol == 17) {
    if (get16(ip, header + 4) != ip.size() - header) return "UDP length";
    if (v4 && get16(ip, header + 6) == 0) return "";  // none
  }
  if (v4 && protocol == 1) {
    const Bytes icmp(ip.begin() + static_cast<std::ptrdiff_t>(header), ip.end());
    return sum_of(icmp) == 0xffff ? "" : "ICMP checksum";
  }
  return sum_of(covered_by_transport(ip)) == 0xffff ? "" : "transport checksum";
}

}  // namespace seawind::test
