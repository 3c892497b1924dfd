// SPDX-License-Identifier: GPL-3.0-or-later
// Packets of both directions through a NAT or NAT64, as hosts may send them. What passes is a whole
// packet, whose checksums are right if they were. Fragments of one that does not fit have its
// bytes.
#include "common/wire/checksum.h"
#include "common/wire/ip_parse.h"
#include "common/wire/ip_protocols.h"
#include "common/wire/network_order.h"
#include "tests/emulator/link/stages/stage_rig.h"
#include "tests/fuzz/fuzz.h"

namespace seawind {
namespace {

using fuzz::hold;
using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(const Packet& packet) {
  return {packet.ip_bytes().begin(), packet.ip_bytes().end()};
}

std::size_t checksum_at(std::uint8_t protocol) {
  return protocol == ip_protocol::kTcp ? 16 : protocol == ip_protocol::kUdp ? 6 : 2;
}

/// Sets the length and the checksums, which inputs would seldom hit.
void repair(Bytes& ip) {
  if (ip.size() < 20) return;
  const bool v4 = ip[0] >> 4 == 4;
  if (!v4 && ip.size() < 40) return;
  write16(ip, v4 ? 2 : 4, static_cast<std::uint32_t>(ip.size() - (v4 ? 0 : 40)));
  const auto parsed = parse_ip(ip);
  if (!parsed) return;
  const std::uint8_t protocol = parsed->view.protocol;
  const auto transport = std::span(ip).subspan(parsed->view.header_bytes);
  const std::size_t at = checksum_at(protocol);
  if (at + 2 <= transport.size()) {
    const std::uint32_t pseudo = v4 && protocol == ip_protocol::kIcmp
                                     ? 0
                                     : pseudo_header_sum(ip, protocol, transport.size());
    write16(transport, at, 0);
    write16(transport, at, checksum_fold(checksum_add(transport, pseudo)));
  }
  if (!v4) return;
  write16(ip, 10, 0);
  write16(ip, 10, checksum_fold(checksum_add(std::span(ip).first(parsed->view.header_bytes))));
}

/// Whether the packet is whole to its transport and all checksums are right. The reference parses
/// IPv6 without extension headers only, and no ICMP of the other version.
bool is_right(const Packet& packet) {
  const IpView& ip = packet.ip();
  const bool known = ip.version == 4 ? ip.protocol != ip_protocol::kIcmp6
                                     : ip.header_bytes == 40 && ip.protocol != ip_protocol::kIcmp;
  return known && !is_fragment(ip, packet.ip_bytes()) &&
         packet.size() >=
             ip.header_bytes + std::max<std::size_t>(checksum_at(ip.protocol) + 2, 8) &&
         test::checksum_problem(bytes_of(packet)).empty();
}

void hold_whole(const Packet& packet) {
  const auto parsed = parse_ip(packet.ip_bytes());
  hold(parsed && parsed->total_bytes == packet.size(), "a packet is whole");
  hold(parsed->view.version == packet.ip().version &&
           parsed->view.header_bytes == packet.ip().header_bytes &&
           parsed->view.protocol == packet.ip().protocol,
       "its view is up to date");
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  fuzz::Input in(data, size);
  const std::uint8_t kind = in.byte();
  Nat nat{.mapping = static_cast<Nat::Mapping>(kind >> 1 & 1),
          .filtering = static_cast<Nat::Filtering>((kind >> 2 & 3) % 3)};
  if ((kind & 16) != 0) nat.addresses = nat.first_port = nat.last_port = 1;
  test::StageRig rig((kind & 1) != 0 ? StageConfig(Nat64{.nat = nat, .mtu = 1280}) : nat);
  for (std::int64_t seconds = 0; !in.empty();) {
    const std::uint8_t head = in.byte();
    const bool up = (head & 1) != 0;
    const auto read = in.bytes(in.take<std::uint16_t>());
    Bytes bytes(read.begin(), read.end());
    if ((head & 2) != 0) repair(bytes);
    rig.run_until(Time() + Duration::seconds(seconds += head >> 2));
    Packet packet = rig.packet(bytes);
    if (packet.ip().version == 0) continue;
    const bool right = is_right(packet);
    const std::size_t payload = packet.size() - packet.ip().header_bytes;
    rig.drops.clear();
    rig.emitted.clear();
    rig.sent.clear();
    packet = up ? rig.stage().on_other_delivery(std::move(packet))
                : rig.stage().on_arrival(std::move(packet));
    hold(rig.drops.size() == (packet ? 0 : 1), "a packet passes, or is dropped once");
    for (const Packet& answer : rig.emitted) {
      hold_whole(answer);
      hold(!packet && is_right(answer), "an answer to what is dropped is right");
    }
    if (!packet) continue;
    hold_whole(packet);
    if (rig.sent.empty()) {
      hold(!right || is_right(packet), "right checksums stay right");
      continue;
    }
    std::size_t sum = packet.size() - 48;
    for (const Packet& fragment : rig.sent) {
      hold_whole(fragment);
      hold(fragment.size() <= 1280, "a fragment fits");
      sum += fragment.size() - 48;
    }
    hold(packet.size() <= 1280 && sum == payload, "fragments have the bytes of the packet");
  }
  return 0;
}
