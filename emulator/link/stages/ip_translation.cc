// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/ip_translation.h"

#include <algorithm>

#include "common/wire/checksum.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"

namespace seawind {
namespace {

using namespace ip_protocol;
using Bytes = std::span<const std::uint8_t>;
using Writable = std::span<std::uint8_t>;

constexpr std::uint8_t kHopByHop = 0, kRouting = 43, kFragment = 44, kAuth = 51, kOptions = 60;

std::optional<IpFields> read_ipv4(Bytes ip) {
  if (ip.size() < kIpv4Header || ip[9] == kIcmp6) return {};
  const std::uint16_t fragment = read16(ip, 6);
  IpFields out{.version = 4,
               .traffic_class = ip[1],
               .hop_limit = ip[8],
               .protocol = ip[9],
               .has_fragment_header = (fragment & 0x3fff) != 0,
               .may_not_fragment = (fragment & 0x4000) != 0,
               .more_fragments = (fragment & 0x2000) != 0,
               .fragment_offset = static_cast<std::uint16_t>(fragment & 0x1fff),
               .id = read16(ip, 4),
               .header = std::size_t{ip[0] & 15U} * 4};
  const std::size_t total = read16(ip, 2);
  if (out.header < kIpv4Header || out.header > std::min(total, ip.size())) return {};
  out.payload = total - out.header;
  return out;
}

std::optional<IpFields> read_ipv6(Bytes ip) {
  if (ip.size() < kIpv6Header) return {};
  IpFields out{.version = 6,
               .traffic_class = static_cast<std::uint8_t>(read16(ip, 0) >> 4),
               .hop_limit = ip[7],
               .header = kIpv6Header};
  std::uint8_t next = ip[6];
  while (next == kHopByHop || next == kRouting || next == kFragment || next == kOptions) {
    if (out.has_fragment_header || out.header + 8 > ip.size()) return {};
    const Bytes extension = ip.subspan(out.header);
    if (next == kRouting && extension[3] != 0) return {};
    if (next == kFragment) {
      const std::uint16_t word = read16(extension, 2);
      out.has_fragment_header = true;
      out.fragment_offset = word >> 3;
      out.more_fragments = (word & 1) != 0;
      out.id = read32(extension, 4);
    }
    out.header += next == kFragment ? 8 : (std::size_t{extension[1]} + 1) * 8;
    next = extension[0];
  }
  const std::size_t total = kIpv6Header + read16(ip, 4);
  if (next == kAuth || next == kIcmp || out.header > std::min(total, ip.size())) return {};
  out.protocol = next == kIcmp6 ? kIcmp : next;
  out.payload = total - out.header;
  return out;
}

constexpr std::uint8_t kNone = 255;
/// Where the field of an IPv4 header at an offset is in that of IPv6, and the reverse (RFC 7915,
/// figures 3 and 6).
constexpr std::array<std::uint8_t, 20> kPointer6{
    0, 1, 4, 4, kNone, kNone, kNone, kNone, 7, 6, kNone, kNone, 8, 8, 8, 8, 24, 24, 24, 24};
std::uint8_t pointer4(std::uint32_t pointer) {
  constexpr std::array<std::uint8_t, 8> kFirst{0, 1, kNone, kNone, 2, 2, 9, 8};
  if (pointer < kFirst.size()) return kFirst[pointer];
  return pointer < 24 ? 12 : pointer < 40 ? 16 : kNone;
}

}  // namespace

std::optional<IpFields> read_ip(Bytes ip) {
  if (ip.empty()) return {};
  return ip[0] >> 4 == 4 ? read_ipv4(ip) : ip[0] >> 4 == 6 ? read_ipv6(ip) : std::nullopt;
}

std::size_t write_ipv4(const IpFields& fields, std::uint32_t source, std::uint32_t destination,
                       Writable out) {
  out[0] = 0x45;
  out[1] = fields.traffic_class;
  write16(out, 2, static_cast<std::uint32_t>(kIpv4Header + fields.payload));
  write16(out, 4, fields.id);
  write16(out, 6,
          (fields.may_not_fragment ? 0x4000U : 0) | (fields.more_fragments ? 0x2000U : 0) |
              fields.fragment_offset);
  out[8] = fields.hop_limit;
  out[9] = fields.protocol;
  write16(out, 10, 0);
  write32(out, 12, source);
  write32(out, 16, destination);
  write16(out, 10, checksum_fold(checksum_add(out.first(kIpv4Header))));
  return kIpv4Header;
}

std::size_t write_ipv6(const IpFields& fields, const Ipv6Address& source,
                       const Ipv6Address& destination, Writable out) {
  const std::uint8_t protocol = fields.protocol == kIcmp ? kIcmp6 : fields.protocol;
  const bool fragment = fields.is_fragment();
  write32(out, 0, 6U << 28 | std::uint32_t{fields.traffic_class} << 20);
  write16(out, 4, static_cast<std::uint32_t>(fields.payload + (fragment ? kFragmentHeader : 0)));
  out[6] = fragment ? kFragment : protocol;
  out[7] = fields.hop_limit;
  std::ranges::copy(source, out.begin() + 8);
  std::ranges::copy(destination, out.begin() + 24);
  if (!fragment) return kIpv6Header;
  out[40] = protocol;
  out[41] = 0;
  write16(
      out, 42,
      static_cast<std::uint32_t>(fields.fragment_offset << 3) | (fields.more_fragments ? 1 : 0));
  write32(out, 44, fields.id);
  return kIpv6Header + kFragmentHeader;
}

bool has_ports(const IpFields& fields, Bytes transport) {
  if (transport.size() < 8 || fields.fragment_offset != 0) return false;
  if (fields.protocol != kIcmp) return fields.protocol == kTcp || fields.protocol == kUdp;
  return fields.version == 4 ? transport[0] == kEchoRequest || transport[0] == kEchoReply
                             : transport[0] == kEchoRequest6 || transport[0] == kEchoReply6;
}

std::uint16_t port_of(std::uint8_t protocol, Bytes transport, End end) {
  return read16(transport, protocol == kIcmp ? 4 : end == End::kSource ? 0 : 2);
}

std::uint32_t pseudo_header_of(Bytes ip, const IpFields& fields) {
  const bool icmp = fields.protocol == kIcmp;
  if (fields.version == 4 && icmp) return 0;
  return pseudo_header_sum(ip, icmp ? kIcmp6 : fields.protocol, fields.payload);
}

void translate_transport(Writable transport, std::uint8_t protocol, End end, std::uint16_t port,
                         std::uint32_t from, std::uint32_t to) {
  const std::size_t at = protocol == kTcp ? 16 : protocol == kUdp ? 6 : 2;
  const std::size_t port_at = protocol == kIcmp ? 4 : end == End::kSource ? 0 : 2;
  const bool has_checksum =
      at + 2 <= transport.size() && !(protocol == kUdp && read16(transport, at) == 0);
  // Sums of the pseudo-header and of the words that change.
  from = checksum_add(transport.subspan(port_at, 2), from);
  if (protocol == kIcmp) {
    from = checksum_add(transport.first(2), from);
    constexpr std::array<std::pair<std::uint8_t, std::uint8_t>, 4> kTypes{
        {{kEchoRequest, kEchoRequest6},
         {kEchoReply, kEchoReply6},
         {kEchoRequest6, kEchoRequest},
         {kEchoReply6, kEchoReply}}};
    transport[0] =
        std::ranges::find(kTypes, transport[0], &std::pair<std::uint8_t, std::uint8_t>::first)
            ->second;
    to = checksum_add(transport.first(2), to);
  }
  write16(transport, port_at, port);
  to = checksum_add(transport.subspan(port_at, 2), to);
  if (!has_checksum) return;
  const auto word = [](std::uint32_t sum) {
    return static_cast<std::uint16_t>(~checksum_fold(sum));
  };
  const std::uint16_t sum = checksum_update(read16(transport, at), word(from), word(to));
  write16(transport, at, protocol == kUdp && sum == 0 ? 0xffff : sum);
}

std::optional<IcmpHead> icmp6_error_head(Bytes icmp, std::uint32_t mtu) {
  IcmpHead out{};
  const std::uint8_t code = icmp[1];
  if (icmp[0] == 3 && code == 4) {
    out[0] = 2;
    const std::uint32_t stated = read16(icmp, 6);
    write32(out, 4, std::clamp(stated + 20, 1280U, mtu));
  } else if (icmp[0] == 3 && code == 2) {  // the protocol is unknown
    out[0] = 4;
    out[1] = 1;
    out[7] = 6;
  } else if (icmp[0] == 3) {
    if (code == 14 || code > 15) return {};
    const bool prohibited = code == 9 || code == 10 || code == 13 || code == 15;
    out[0] = 1;
    out[1] = code == 3 ? 4 : prohibited ? 1 : 0;
  } else if (icmp[0] == 11) {
    out[0] = 3;
    out[1] = code;
  } else if (icmp[0] == 12 && (code == 0 || code == 2)) {
    if (icmp[4] >= kPointer6.size() || kPointer6[icmp[4]] == kNone) return {};
    out[0] = 4;
    out[7] = kPointer6[icmp[4]];
  } else {
    return {};
  }
  return out;
}

std::optional<IcmpHead> icmp_error_head(Bytes icmp6, std::uint32_t mtu) {
  IcmpHead out{};
  const std::uint8_t code = icmp6[1];
  const std::uint32_t word = read32(icmp6, 4);
  if (icmp6[0] == 1 && code <= 4) {
    out[0] = 3;
    out[1] = code == 1 ? 10 : code == 4 ? 3 : 1;
  } else if (icmp6[0] == 2) {
    out[0] = 3;
    out[1] = 4;
    write16(out, 6, std::clamp(word, 1280U, mtu) - 20);
  } else if (icmp6[0] == 3) {
    out[0] = 11;
    out[1] = code;
  } else if (icmp6[0] == 4 && code == 0 && pointer4(word) != kNone) {
    out[0] = 12;
    out[4] = pointer4(word);
  } else if (icmp6[0] == 4 && code == 1) {
    out[0] = 3;
    out[1] = 2;
  } else {
    return {};
  }
  return out;
}

}  // namespace seawind
