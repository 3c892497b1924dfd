// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/segments.h"

#include <linux/if_ether.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <cstring>
#include <optional>

#include "common/wire/checksum.h"
#include "common/wire/ip_parse.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"

namespace seawind {
namespace {

using Bytes = std::span<std::uint8_t>;
using ConstBytes = std::span<const std::uint8_t>;

constexpr std::size_t kIp = ETH_HLEN;  // offset of the IP header
constexpr std::size_t kIpv4Header = 20;
constexpr std::size_t kIpv6Header = 40;
constexpr std::size_t kUdpHeader = 8;
constexpr std::size_t kTcpChecksum = 16;
constexpr std::size_t kUdpChecksum = 6;
constexpr std::size_t kSctpChecksum = 8;
constexpr std::size_t kTcpFlags = 13;
constexpr std::uint8_t kFin = 0x01, kPsh = 0x08, kAck = 0x10, kCwr = 0x80;

/// The checksum field is 0 only for a UDP packet without checksum.
std::uint16_t udp_checksum(std::uint16_t sum) {
  return sum == 0 ? 0xffff : sum;
}

void write_ip_length(Bytes head, std::size_t ip_bytes) {
  const Bytes ip = head.subspan(kIp);
  if (ip[0] >> 4 == 4) {
    write16(ip, 2, static_cast<std::uint32_t>(ip_bytes));
    write16(ip, 10, 0);
    write16(ip, 10, checksum_fold(checksum_add(ip.first((ip[0] & 15u) * std::size_t{4}))));
  } else {
    write16(ip, 4, static_cast<std::uint32_t>(ip_bytes - kIpv6Header));
  }
}

/// The checksum of SCTP (RFC 9260, appendix A): CRC32c, in the byte order of a little-endian
/// machine.
void write_crc32c(Bytes packet, std::size_t field) {
  std::fill_n(packet.begin() + static_cast<std::ptrdiff_t>(field), 4, std::uint8_t{0});
  boost::crc_optimal<32, 0x1EDC6F41, ~0U, ~0U, true, true> sum;
  sum.process_bytes(packet.data(), packet.size());
  const std::uint32_t crc = sum.checksum();
  for (std::size_t i = 0; i < 4; ++i) {
    packet[field + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  }
}

/// Fills in the checksum of a frame that is one packet.
bool complete(Bytes frame, const FrameDescription& description) {
  const std::size_t start = description.checksum_start;
  const std::size_t field = start + description.checksum_offset;
  const bool sctp = description.checksum_offset == kSctpChecksum;
  if (start < kIp + kIpv4Header || field + (sctp ? 4 : 2) > frame.size()) return false;
  if (sctp) {
    write_crc32c(frame.subspan(start), kSctpChecksum);
    return true;
  }
  std::uint16_t sum = checksum_fold(checksum_add(frame.subspan(start)));
  if (description.checksum_offset == kUdpChecksum) sum = udp_checksum(sum);
  write16(frame, field, sum);
  return true;
}

struct Segmentation {
  bool tcp = false;
  std::size_t transport = 0;  // offset in the frame
  std::size_t head = 0;       // bytes of all headers
  std::size_t size = 0;       // payload bytes of a packet
};

std::optional<Segmentation> segmentation(ConstBytes frame, const FrameDescription& description) {
  const auto type = description.segmentation & ~FrameDescription::kEcn;
  Segmentation s;
  s.tcp = type == FrameDescription::kTcp4 || type == FrameDescription::kTcp6;
  if (!s.tcp && type != FrameDescription::kUdp) return {};
  s.transport = description.checksum_start;
  s.size = description.segment_bytes;
  const std::size_t smallest = s.tcp ? 20 : kUdpHeader;
  if ((description.flags & FrameDescription::kNeedsChecksum) == 0 || s.size == 0 ||
      s.transport < kIp + kIpv4Header || s.transport + smallest > frame.size()) {
    return {};
  }
  // Packets coalesced in a tunnel are not segmented here: the description gives the place of their
  // inner transport header.
  const std::optional<IpPrefix> ip = parse_ip_prefix(frame.subspan(kIp));
  if (!ip || kIp + ip->transport != s.transport ||
      ip->view.protocol != (s.tcp ? ip_protocol::kTcp : ip_protocol::kUdp) ||
      (s.tcp &&
       type != (ip->view.version == 4 ? FrameDescription::kTcp4 : FrameDescription::kTcp6))) {
    return {};
  }
  // 64 KiB in the smallest segments that a kernel makes (net.ipv4.tcp_min_snd_mss, 48 bytes).
  constexpr std::size_t kMostSegments = 1366;
  s.head = s.transport + (s.tcp ? std::size_t{frame[s.transport + 12]} / 16 * 4 : kUdpHeader);
  if (s.head < s.transport + smallest || s.head >= frame.size() || s.head > kLargestHead ||
      frame.size() - s.head > kMostSegments * s.size) {
    return {};
  }
  return s;
}

}  // namespace

bool segment_into_packets(Bytes frame, const FrameDescription& description,
                          std::int64_t realtime_ns, FrameHandler& handler) {
  if (description.segmentation == 0) {
    const bool partial = (description.flags & FrameDescription::kNeedsChecksum) != 0;
    if (partial && !complete(frame, description)) return false;
    handler.on_frame({.head = frame,
                      .realtime_ns = realtime_ns,
                      .checksum_correct = partial || (description.flags &
                                                      FrameDescription::kChecksumCorrect) != 0});
    return true;
  }
  const std::optional<Segmentation> s = segmentation(frame, description);
  if (!s) return false;
  const Bytes head = frame.first(s->head);
  const Bytes transport = head.subspan(s->transport);
  const std::uint8_t protocol = s->tcp ? ip_protocol::kTcp : ip_protocol::kUdp;
  const std::size_t checksum_at = s->tcp ? kTcpChecksum : kUdpChecksum;
  const bool ipv4 = frame[kIp] >> 4 == 4;
  const std::uint32_t sequence = s->tcp ? read32(transport, 4) : 0;
  const std::uint16_t identification = ipv4 ? read16(head, kIp + 4) : std::uint16_t{0};
  const std::uint8_t flags = s->tcp ? transport[kTcpFlags] : std::uint8_t{0};
  const ConstBytes payload = frame.subspan(s->head);
  for (std::size_t at = 0, number = 0; at < payload.size(); at += s->size, ++number) {
    const ConstBytes part = payload.subspan(at, std::min(s->size, payload.size() - at));
    const bool last = at + part.size() == payload.size();
    if (ipv4) write16(head, kIp + 4, identification + static_cast<std::uint32_t>(number));
    write_ip_length(head, s->head - kIp + part.size());
    if (s->tcp) {
      write32(transport, 4, sequence + static_cast<std::uint32_t>(at));
      transport[kTcpFlags] =
          static_cast<std::uint8_t>(flags & ~(last ? 0 : kFin | kPsh) & ~(number == 0 ? 0 : kCwr));
    } else {
      write16(transport, 4, static_cast<std::uint32_t>(kUdpHeader + part.size()));
    }
    write16(transport, checksum_at, 0);
    const std::size_t length = transport.size() + part.size();
    const std::uint16_t sum = checksum_fold(checksum_add(
        part, checksum_add(transport, pseudo_header_sum(head.subspan(kIp), protocol, length))));
    write16(transport, checksum_at, s->tcp ? sum : udp_checksum(sum));
    handler.on_frame(
        {.head = head, .rest = part, .realtime_ns = realtime_ns, .checksum_correct = true});
  }
  return true;
}

namespace {

struct Joinable {
  bool tcp = false;
  std::size_t transport = 0;
  std::size_t head = 0;
  std::size_t payload = 0;
};

std::optional<Joinable> joinable(const Packet& packet) {
  const IpView& ip = packet.ip();
  if (!packet.checksum_correct() || ip.version == 0) return {};
  const ConstBytes frame = packet.frame();
  if (frame.size() - packet.size() != kIp) return {};
  Joinable j;
  j.tcp = ip.protocol == ip_protocol::kTcp;
  if (!j.tcp && ip.protocol != ip_protocol::kUdp) return {};
  if (ip.version == 4) {
    // No options, no fragment, a correct header checksum.
    if (ip.header_bytes != kIpv4Header || (read16(frame, kIp + 6) & 0xbfff) != 0 ||
        checksum_fold(checksum_add(frame.subspan(kIp, kIpv4Header))) != 0) {
      return {};
    }
  } else if (ip.header_bytes != kIpv6Header) {
    return {};
  }
  j.transport = kIp + ip.header_bytes;
  j.head = j.transport + kUdpHeader;
  if (j.tcp) {
    if (frame.size() < j.transport + 20) return {};
    j.head = j.transport + std::size_t{frame[j.transport + 12]} / 16 * 4;
    if (j.head < j.transport + 20 || (frame[j.transport + kTcpFlags] & ~(kPsh | kFin)) != kAck) {
      return {};
    }
  } else if (frame.size() < j.head ||
             read16(frame, j.transport + 4) != frame.size() - j.transport ||
             read16(frame, j.transport + kUdpChecksum) == 0) {
    return {};
  }
  if (j.head >= frame.size()) return {};
  j.payload = frame.size() - j.head;
  return j;
}

/// Whether the headers of `next` are those of `first`, `number` packets and `bytes` payload bytes
/// later. Lengths, checksums and the flags PSH and FIN are not compared.
bool follows(ConstBytes first, ConstBytes next, const Joinable& j, std::size_t number,
             std::size_t bytes) {
  const auto equal = [&](std::size_t from, std::size_t to) {
    return std::memcmp(first.data() + from, next.data() + from, to - from) == 0;
  };
  if (first[kIp] >> 4 == 4) {
    const std::uint32_t identification =
        read16(first, kIp + 4) + static_cast<std::uint32_t>(number);
    if (!equal(0, kIp + 2) || !equal(kIp + 6, kIp + 10) || !equal(kIp + 12, j.transport + 4) ||
        read16(next, kIp + 4) != (identification & 0xffff)) {
      return false;
    }
  } else if (!equal(0, kIp + 4) || !equal(kIp + 6, j.transport + 4)) {
    return false;
  }
  if (!j.tcp) return true;
  return read32(next, j.transport + 4) ==
             read32(first, j.transport + 4) + static_cast<std::uint32_t>(bytes) &&
         equal(j.transport + 8, j.transport + kTcpFlags) &&
         equal(j.transport + 14, j.transport + kTcpChecksum) && equal(j.transport + 18, j.head);
}

}  // namespace

std::size_t Coalescer::coalesce(std::span<const Packet> packets, const Kinds& kinds) {
  constexpr std::size_t kLargestPacket = 65535;
  const std::optional<Joinable> first = joinable(packets.front());
  if (!first || !(first->tcp ? kinds.tcp : kinds.udp)) return 1;
  const ConstBytes front = packets.front().frame();
  std::size_t count = 1;
  std::size_t bytes = first->payload;
  const Packet* last = &packets.front();
  while (count < std::min(packets.size(), kMostPackets)) {
    // Only the last packet may be smaller, or end the data.
    if (last->frame().size() != front.size() ||
        (first->tcp && (last->frame()[first->transport + kTcpFlags] & (kPsh | kFin)) != 0)) {
      break;
    }
    const Packet& next = packets[count];
    const std::optional<Joinable> more = joinable(next);
    if (!more || more->tcp != first->tcp || more->transport != first->transport ||
        more->head != first->head || more->payload > first->payload ||
        first->head - kIp + bytes + more->payload > kLargestPacket ||
        !follows(front, next.frame(), *first, count, bytes)) {
      break;
    }
    bytes += more->payload;
    last = &next;
    ++count;
  }
  if (count == 1) return 1;

  const std::uint8_t protocol = first->tcp ? ip_protocol::kTcp : ip_protocol::kUdp;
  const std::size_t checksum_at = first->tcp ? kTcpChecksum : kUdpChecksum;
  head_bytes_ = first->head;
  std::copy_n(front.begin(), head_bytes_, head_.begin());
  const Bytes head = std::span(head_).first(head_bytes_);
  const Bytes transport = head.subspan(first->transport);
  write_ip_length(head, head_bytes_ - kIp + bytes);
  if (first->tcp) {
    transport[kTcpFlags] |= last->frame()[first->transport + kTcpFlags];
  } else {
    write16(transport, 4, static_cast<std::uint32_t>(kUdpHeader + bytes));
  }
  // The kernel, or the hardware, adds the sum of what follows.
  write16(transport, checksum_at,
          static_cast<std::uint16_t>(~checksum_fold(
              pseudo_header_sum(head.subspan(kIp), protocol, transport.size() + bytes))));
  description_ = {};
  description_.flags = FrameDescription::kNeedsChecksum;
  description_.segmentation = !first->tcp                         ? FrameDescription::kUdp
                              : packets.front().ip().version == 4 ? FrameDescription::kTcp4
                                                                  : FrameDescription::kTcp6;
  description_.head_bytes = static_cast<std::uint16_t>(head_bytes_);
  description_.segment_bytes = static_cast<std::uint16_t>(first->payload);
  description_.checksum_start = static_cast<std::uint16_t>(first->transport);
  description_.checksum_offset = static_cast<std::uint16_t>(checksum_at);
  return count;
}

}  // namespace seawind
