// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/core/packet_answers.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

#include "common/wire/checksum.h"
#include "common/wire/ip_parse.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"

namespace seawind {
namespace {

using namespace ip_protocol;
using Writable = std::span<std::uint8_t>;
using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kEthernet = 14, kTcpHeader = 20, kIcmpHeader = 8;
constexpr std::size_t kAnswerBytes = 1280;  // bytes of an answer, without the link header

/// A packet under construction that travels back to the sender of `to`.
class Answer {
 public:
  /// `bytes`: of the transport's header and payload.
  Answer(const Packet& to, std::uint8_t protocol, std::size_t bytes)
      : link_header_(to.frame().size() - to.size()),
        header_(to.ip().version == 4 ? 20 : 40),
        protocol_(protocol),
        ip_(Writable(frame_).subspan(link_header_, header_ + bytes)) {
    assert(link_header_ == 0 || link_header_ == kEthernet);
    if (link_header_ == kEthernet) {
      const Bytes ethernet = to.frame().first(kEthernet);
      std::copy_n(ethernet.begin() + 6, 6, frame_.begin());
      std::copy_n(ethernet.begin(), 6, frame_.begin() + 6);
      std::copy_n(ethernet.begin() + 12, 2, frame_.begin() + 12);
    }
    const Bytes from = to.ip_bytes();
    if (header_ == 20) {
      ip_[0] = 0x45;
      write16(ip_, 2, static_cast<std::uint32_t>(ip_.size()));
      ip_[6] = 0x40;  // do not fragment
      ip_[8] = 64;
      ip_[9] = protocol;
      std::copy_n(from.begin() + 16, 4, ip_.begin() + 12);
      std::copy_n(from.begin() + 12, 4, ip_.begin() + 16);
      write16(ip_, 10, checksum_fold(checksum_add(ip_.first(header_))));
    } else {
      ip_[0] = 0x60;
      write16(ip_, 4, static_cast<std::uint32_t>(bytes));
      ip_[6] = protocol;
      ip_[7] = 64;
      std::copy_n(from.begin() + 24, 16, ip_.begin() + 8);
      std::copy_n(from.begin() + 8, 16, ip_.begin() + 24);
    }
  }
  Writable transport() { return ip_.subspan(header_); }

  /// Writes the transport's checksum at `offset` and returns the packet.
  Packet finish(PacketPool& pool, std::uint64_t id, Time arrival, std::size_t offset) {
    const Writable segment = transport();
    const std::uint32_t start =
        protocol_ == kIcmp ? 0 : pseudo_header_sum(ip_, protocol_, segment.size());
    write16(segment, offset, checksum_fold(checksum_add(segment, start)));
    return Packet::copy_of(pool, id, arrival, Bytes(frame_).first(link_header_ + ip_.size()),
                           static_cast<std::uint16_t>(link_header_));
  }

 private:
  std::array<std::uint8_t, kEthernet + kAnswerBytes> frame_{};
  const std::size_t link_header_;
  const std::size_t header_;
  const std::uint8_t protocol_;
  const Writable ip_;
};

constexpr std::size_t kTcpChecksum = 16, kIcmpChecksum = 2;

/// Writes the ports and a header of `bytes` bytes without options; the rest is 0.
Writable tcp_header(Answer& answer, const Packet& segment, std::size_t bytes, std::uint8_t flags) {
  const Writable tcp = answer.transport();
  write16(tcp, 0, segment.ip().destination_port);
  write16(tcp, 2, segment.ip().source_port);
  tcp[12] = static_cast<std::uint8_t>(bytes / 4 << 4);
  tcp[13] = flags;
  return tcp;
}

bool is_single_host(Bytes address) {
  if (address.size() == 16) {
    return address[0] != 0xff &&
           std::ranges::any_of(address, [](std::uint8_t byte) { return byte != 0; });
  }
  return address[0] != 0 && address[0] < 224;  // RFC 1122, 3.2.1.3
}

}  // namespace

Packet make_ack(std::uint64_t id, Time arrival, const Packet& segment, const AckFields& fields) {
  constexpr std::size_t kTimestampBytes = 12;
  assert(tcp_view(segment));
  const std::size_t bytes = kTcpHeader + (fields.timestamps ? kTimestampBytes : 0);
  Answer answer(segment, kTcp, bytes);
  const Writable tcp = tcp_header(answer, segment, bytes, 0x10);
  write32(tcp, 4, fields.sequence);
  write32(tcp, 8, fields.acknowledgement);
  write16(tcp, 14, fields.window);
  if (fields.timestamps) {
    write32(tcp, kTcpHeader, 0x0101080a);  // two NOP options, then kind 8, length 10
    write32(tcp, kTcpHeader + 4, fields.timestamps->value);
    write32(tcp, kTcpHeader + 8, fields.timestamps->echo);
  }
  return answer.finish(segment.pool(), id, arrival, kTcpChecksum);
}

Packet make_reset(std::uint64_t id, Time arrival, const Packet& segment) {
  const auto view = tcp_view(segment);
  if (!view || view->rst()) return {};
  constexpr std::uint8_t kRst = 0x04, kAck = 0x10;
  Answer answer(segment, kTcp, kTcpHeader);
  const Writable tcp =
      tcp_header(answer, segment, kTcpHeader, view->ack() ? kRst : std::uint8_t{kRst | kAck});
  if (view->ack()) {
    write32(tcp, 4, view->acknowledgement);
  } else {
    write32(tcp, 8, view->sequence_end());
  }
  return answer.finish(segment.pool(), id, arrival, kTcpChecksum);
}

bool is_icmp_error(const Packet& packet) {
  const IpView& ip = packet.ip();
  const Bytes icmp = packet.ip_bytes().subspan(ip.header_bytes);
  if (ip.protocol == kIcmp6) return icmp.empty() || icmp[0] < 128;
  if (ip.protocol != kIcmp) return false;
  if (icmp.empty()) return true;
  constexpr std::array<std::uint8_t, 5> kErrors{3, 4, 5, 11, 12};
  return std::ranges::find(kErrors, icmp[0]) != kErrors.end();
}

Packet make_icmp_error(std::uint64_t id, Time arrival, const Packet& packet, IcmpError error,
                       std::uint32_t mtu) {
  const bool v4 = packet.ip().version == 4;
  const Bytes ip = packet.ip_bytes();
  const std::size_t width = v4 ? 4 : 16;
  if (is_icmp_error(packet) || is_later_fragment(packet.ip(), ip) ||
      !is_single_host(ip.subspan(v4 ? 12 : 8, width)) ||
      !is_single_host(ip.subspan(v4 ? 16 : 24, width))) {
    return {};
  }
  const std::size_t room = (v4 ? 576 - 20 : kAnswerBytes - 40) - kIcmpHeader;
  const Bytes quote = ip.first(std::min(ip.size(), room));
  Answer answer(packet, v4 ? kIcmp : kIcmp6, kIcmpHeader + quote.size());
  const Writable icmp = answer.transport();
  if (error == IcmpError::kTooBig) {
    icmp[0] = v4 ? 3 : 2;
    icmp[1] = v4 ? 4 : 0;
    write32(icmp, 4, v4 ? mtu & 0xffff : mtu);
  } else {
    icmp[0] = v4 ? 3 : 1;
    icmp[1] = v4 ? 13 : 1;
  }
  std::ranges::copy(quote, icmp.begin() + kIcmpHeader);
  return answer.finish(packet.pool(), id, arrival, kIcmpChecksum);
}

}  // namespace seawind
