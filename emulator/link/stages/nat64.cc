// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/nat64.h"

#include <algorithm>
#include <array>
#include <utility>

#include "common/wire/checksum.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"
#include "emulator/core/packet_answers.h"
#include "emulator/core/packet_edit.h"

namespace seawind {
namespace {

using namespace ip_protocol;
using Bytes = std::span<const std::uint8_t>;
using Writable = std::span<std::uint8_t>;

constexpr std::size_t kLargestIpv4WithoutDf = 1260;  // RFC 7915, 5.1

Bytes address6(Bytes ip, End end) {
  return ip.subspan(end == End::kSource ? 8 : 24, 16);
}

HostAddress host_address(Bytes address) {
  const auto half = [&](std::size_t at) {
    return std::uint64_t{read32(address, at)} << 32 | read32(address, at + 4);
  };
  return {half(0), half(8)};
}

Ipv6Address ipv6_address(const HostAddress& host) {
  Ipv6Address out;
  for (std::size_t i = 0; i < 8; ++i) {
    out[i] = static_cast<std::uint8_t>(host.high >> (56 - 8 * i));
    out[8 + i] = static_cast<std::uint8_t>(host.low >> (56 - 8 * i));
  }
  return out;
}

/// The port of a remote end; echo has none, since its identifier is the host's.
std::uint16_t remote_port(std::uint8_t protocol, Bytes transport, End end) {
  return protocol == kIcmp ? std::uint16_t{0} : port_of(protocol, transport, end);
}

bool is_udp_without_checksum(const IpFields& fields, Bytes transport) {
  return fields.protocol == kUdp && read16(transport, 6) == 0;
}

/// A header of either version.
struct Header {
  std::array<std::uint8_t, kIpv6Header + kFragmentHeader> bytes{};
  std::size_t size = 0;
  Bytes span() const { return Bytes(bytes).first(size); }
};
Header ipv4_header(const IpFields& fields, std::uint32_t source, std::uint32_t destination) {
  Header out;
  out.size = write_ipv4(fields, source, destination, out.bytes);
  return out;
}
Header ipv6_header(const IpFields& fields, const Ipv6Address& source,
                   const Ipv6Address& destination) {
  Header out;
  out.size = write_ipv6(fields, source, destination, out.bytes);
  return out;
}

/// The pseudo-header behind a translated header: that of the other version, of equal length.
std::uint32_t translated_pseudo_header(const Header& header, IpFields fields) {
  fields.version = fields.version == 4 ? 6 : 4;
  return pseudo_header_of(header.span(), fields);
}

/// `packet` behind `header`, with this port at `end`.
Packet translated(const Packet& packet, const IpFields& fields, const Header& header, End end,
                  std::uint16_t port) {
  const Bytes ip = packet.ip_bytes();
  Packet out = in_place_of(packet, packet.id(), header.span(), ip.subspan(fields.header));
  translate_transport(out.mutable_ip_bytes().subspan(header.size), fields.protocol, end, port,
                      pseudo_header_of(ip, fields), translated_pseudo_header(header, fields));
  out.reparse();
  return out;
}

/// An ICMP error and the packet that it quotes, of the same version.
struct Quote {
  Bytes ip;
  IpFields fields;
  Bytes transport;
};
/// Nothing if the checksum is wrong or the quote cannot be translated.
std::optional<Quote> quote_of(Bytes ip, const IpFields& fields) {
  const Bytes icmp = ip.subspan(fields.header);
  if (icmp.size() < sizeof(IcmpHead) ||
      checksum_fold(checksum_add(icmp, pseudo_header_of(ip, fields))) != 0) {
    return {};
  }
  const Bytes quote = icmp.subspan(sizeof(IcmpHead));
  const auto inner = read_ip(quote);
  if (!inner || inner->version != fields.version) return {};
  const Bytes transport = quote.subspan(inner->header);
  if (!has_ports(*inner, transport)) return {};
  return Quote{quote, *inner, transport};
}

/// An ICMP error of either version without its IP header, at most 1280 bytes with that of IPv6.
struct Message {
  std::array<std::uint8_t, 1280 - kIpv6Header> bytes{};
  std::size_t size = 0;
  Writable span() { return Writable(bytes).first(size); }
};
/// The error that quotes the translated packet; its checksum is 0.
Message message_of(const IcmpHead& head, const Quote& quote, const Header& header, End end,
                   std::uint16_t port) {
  Message out;
  const Writable room = Writable(out.bytes).subspan(sizeof(IcmpHead) + header.size);
  const Bytes kept = quote.transport.first(std::min(room.size(), quote.transport.size()));
  out.size = sizeof(IcmpHead) + header.size + kept.size();
  std::ranges::copy(head, out.bytes.begin());
  std::ranges::copy(header.span(), out.bytes.begin() + sizeof(IcmpHead));
  std::ranges::copy(kept, room.begin());
  translate_transport(room.first(kept.size()), quote.fields.protocol, end, port,
                      pseudo_header_of(quote.ip, quote.fields),
                      translated_pseudo_header(header, quote.fields));
  return out;
}

}  // namespace

void Nat64Stage::change(const StageConfig& config) {
  const auto& next = std::get<Nat64>(config);
  table_.change(next.nat);
  prefix_ = next.prefix;
  mtu_ = next.mtu;
}

Packet Nat64Stage::pass(Direction of, Packet packet) {
  const Bytes ip = packet.ip_bytes();
  const bool inwards = of == direction_;
  const bool is_ours =
      inwards ? packet.ip().version == 4 && table_.has_network_of(address(ip, End::kDestination))
              : packet.ip().version == 6 && prefix_.contains(address6(ip, End::kDestination));
  if (!is_ours) return packet;
  const std::uint32_t size_before = packet.size();
  const auto reason = inwards ? inbound(packet) : outbound(packet);
  if (!reason) {
    context_.modified(of, packet, size_before);
    return packet;
  }
  Packet answer;
  if (*reason == DropReason::kMtu) {
    const std::uint32_t more = (read16(ip, 6) & 0x3fff) != 0 ? 28 : 20;
    answer = make_icmp_error(context_.generated_id(), context_.now(), packet, IcmpError::kTooBig,
                             mtu_ - more);
  }
  return drop_and_answer(of, std::move(packet), *reason, std::move(answer));
}

std::optional<DropReason> Nat64Stage::outbound(Packet& packet) {
  const Bytes ip = packet.ip_bytes();
  auto fields = read_ip(ip);
  if (!fields || prefix_.contains(address6(ip, End::kSource))) {
    return DropReason::kNatUntranslatable;
  }
  const Bytes transport = ip.subspan(fields->header);
  const HostAddress host = host_address(address6(ip, End::kSource));
  const std::uint32_t remote = prefix_.extract(address6(ip, End::kDestination));
  const NatTable::Datagram datagram{opposite(direction_), host,
                                    host_address(address6(ip, End::kDestination)), fields->id,
                                    fields->protocol};
  if (!fields->has_fragment_header) {
    fields->id = next_id_++;
    fields->may_not_fragment = kIpv4Header + fields->payload > kLargestIpv4WithoutDf;
  }
  if (fields->fragment_offset != 0) {
    const auto outside = table_.find_fragment(datagram);
    if (!outside) return DropReason::kNatUntranslatable;
    packet = in_place_of(
        packet, packet.id(),
        ipv4_header(*fields, static_cast<std::uint32_t>(outside->low), remote).span(), transport);
    return {};
  }
  const bool icmp = fields->protocol == kIcmp;
  if (icmp && !fields->more_fragments && is_icmp_error(packet)) {
    return outbound_error(packet, *fields);
  }
  if (!has_ports(*fields, transport) ||
      (icmp && (fields->more_fragments || transport[0] != kEchoRequest6))) {
    return DropReason::kNatUntranslatable;
  }
  const auto outside = table_.send(
      context_.now(), fields->protocol, {host, port_of(fields->protocol, transport, End::kSource)},
      {remote, remote_port(fields->protocol, transport, End::kDestination)}, transport);
  if (!outside) return DropReason::kNatNoPort;
  if (fields->more_fragments) table_.record_fragment(datagram, {.low = outside->address});
  packet = translated(packet, *fields, ipv4_header(*fields, outside->address, remote), End::kSource,
                      outside->port);
  return {};
}

std::optional<DropReason> Nat64Stage::inbound(Packet& packet) {
  const Bytes ip = packet.ip_bytes();
  const auto fields = read_ip(ip);
  if (!fields) return DropReason::kNatUntranslatable;
  const Bytes transport = ip.subspan(fields->header);
  const std::uint32_t outside = address(ip, End::kDestination);
  const std::uint32_t remote = address(ip, End::kSource);
  const NatTable::Datagram datagram{
      direction_, {.low = remote}, {.low = outside}, fields->id, fields->protocol};
  const auto header_to = [&](const HostAddress& host) {
    return ipv6_header(*fields, prefix_.embed(remote), ipv6_address(host));
  };
  const bool is_too_large =
      kIpv6Header + (fields->is_fragment() ? kFragmentHeader : 0) + fields->payload > mtu_;
  if (fields->fragment_offset != 0) {
    const auto host = table_.find_fragment(datagram);
    if (!host) return DropReason::kNatUntranslatable;
    if (is_too_large && fields->may_not_fragment) return DropReason::kMtu;
    packet = in_place_of(packet, packet.id(), header_to(*host).span(), transport);
    if (is_too_large) cut_into_fragments(packet, *fields);
    return {};
  }
  const bool icmp = fields->protocol == kIcmp;
  if (icmp && !fields->more_fragments && is_icmp_error(packet)) {
    return inbound_error(packet, *fields);
  }
  if (!has_ports(*fields, transport) || (icmp && fields->more_fragments)) {
    return DropReason::kNatUntranslatable;
  }
  if (icmp && transport[0] != kEchoReply) return DropReason::kNatNoMapping;
  const bool needs_checksum = is_udp_without_checksum(*fields, transport);
  if (needs_checksum && fields->more_fragments) return DropReason::kNatUntranslatable;
  const auto found =
      table_.receive(context_.now(), fields->protocol,
                     {outside, port_of(fields->protocol, transport, End::kDestination)},
                     {remote, remote_port(fields->protocol, transport, End::kSource)}, transport);
  if (const auto* reason = std::get_if<DropReason>(&found)) return *reason;
  if (is_too_large && fields->may_not_fragment) return DropReason::kMtu;
  const auto& host = std::get<HostEnd>(found);
  if (fields->more_fragments) table_.record_fragment(datagram, host.address);
  const Header header = header_to(host.address);
  packet = translated(packet, *fields, header, End::kDestination, host.port);
  if (needs_checksum) {
    const Writable udp = packet.mutable_ip_bytes().subspan(header.size);
    const std::uint16_t sum =
        checksum_fold(checksum_add(udp, translated_pseudo_header(header, *fields)));
    write16(udp, 6, sum == 0 ? 0xffff : sum);
  }
  if (is_too_large) cut_into_fragments(packet, *fields);
  return {};
}

// The quoted packet travelled in the other direction: its ends are those of the error, exchanged.
std::optional<DropReason> Nat64Stage::outbound_error(Packet& packet, const IpFields& fields) {
  const Bytes ip = packet.ip_bytes();
  const auto quote = quote_of(ip, fields);
  if (!quote || !prefix_.contains(address6(quote->ip, End::kSource))) {
    return DropReason::kNatUntranslatable;
  }
  const auto head = icmp_error_head(ip.subspan(fields.header), mtu_);
  if (!head) return DropReason::kNatUntranslatable;
  const std::uint8_t protocol = quote->fields.protocol;
  const std::uint32_t remote = prefix_.extract(address6(quote->ip, End::kSource));
  const auto outside =
      table_.outside_of(context_.now(), protocol,
                        {host_address(address6(quote->ip, End::kDestination)),
                         port_of(protocol, quote->transport, End::kDestination)},
                        {remote, remote_port(protocol, quote->transport, End::kSource)});
  if (!outside) return DropReason::kNatNoMapping;
  Message message = message_of(*head, *quote, ipv4_header(quote->fields, remote, outside->address),
                               End::kDestination, outside->port);
  write16(message.bytes, 2, checksum_fold(checksum_add(message.span())));
  IpFields outer = fields;
  outer.payload = message.size;
  packet = in_place_of(
      packet, packet.id(),
      ipv4_header(outer, outside->address, prefix_.extract(address6(ip, End::kDestination))).span(),
      message.span());
  return {};
}

std::optional<DropReason> Nat64Stage::inbound_error(Packet& packet, const IpFields& fields) {
  const Bytes ip = packet.ip_bytes();
  const auto quote = quote_of(ip, fields);
  if (!quote) return DropReason::kNatUntranslatable;
  const auto head = icmp6_error_head(ip.subspan(fields.header), mtu_);
  if (!head) return DropReason::kNatUntranslatable;
  const std::uint8_t protocol = quote->fields.protocol;
  const std::uint32_t outside = address(quote->ip, End::kSource);
  const auto host = table_.host_of(context_.now(), protocol,
                                   {outside, port_of(protocol, quote->transport, End::kSource)});
  if (!host || address(ip, End::kDestination) != outside) return DropReason::kNatNoMapping;
  const Ipv6Address to = ipv6_address(host->address);
  Message message = message_of(
      *head, *quote,
      ipv6_header(quote->fields, to, prefix_.embed(address(quote->ip, End::kDestination))),
      End::kSource, host->port);
  IpFields outer = fields;
  outer.payload = message.size;
  const Header header = ipv6_header(outer, prefix_.embed(address(ip, End::kSource)), to);
  write16(message.bytes, 2,
          checksum_fold(checksum_add(message.span(), translated_pseudo_header(header, outer))));
  packet = in_place_of(packet, packet.id(), header.span(), message.span());
  return {};
}

void Nat64Stage::cut_into_fragments(Packet& packet, IpFields fields) {
  const Packet whole = std::move(packet);
  const Bytes ip = whole.ip_bytes();
  Bytes rest = ip.subspan(ip.size() - fields.payload);
  Ipv6Address source, destination;
  std::ranges::copy(address6(ip, End::kSource), source.begin());
  std::ranges::copy(address6(ip, End::kDestination), destination.begin());
  const bool more = std::exchange(fields.more_fragments, true);
  const auto next = [&](std::size_t bytes, std::uint64_t id) {
    fields.payload = bytes;
    Packet out =
        in_place_of(whole, id, ipv6_header(fields, source, destination).span(), rest.first(bytes));
    rest = rest.subspan(bytes);
    fields.fragment_offset = static_cast<std::uint16_t>(fields.fragment_offset + bytes / 8);
    return out;
  };
  const std::size_t room = (mtu_ - kIpv6Header - kFragmentHeader) / 8 * 8;
  while (rest.size() > room) context_.send(direction_, next(room, context_.fragment_id()));
  fields.more_fragments = more;
  packet = next(rest.size(), whole.id());
}

}  // namespace seawind
