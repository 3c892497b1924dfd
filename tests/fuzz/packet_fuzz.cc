// SPDX-License-Identifier: GPL-3.0-or-later
// Frames received from a port, and every change that the emulator makes to a packet. An edited
// packet parses as before and keeps a correct checksum; a truncated one has correct checksums.
#include "common/wire/checksum.h"
#include "common/wire/ip_parse.h"
#include "emulator/core/packet_answers.h"
#include "emulator/core/packet_edit.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/tcp_bytes.h"

namespace seawind {
namespace {

using fuzz::hold;

bool header_checksum_right(const Packet& packet) {
  return packet.ip().version != 4 ||
         checksum_fold(checksum_add(packet.ip_bytes().first(packet.ip().header_bytes))) == 0;
}

/// The input has an allocation of its size: a read behind it is an error under ASan.
void hold_received(std::span<const std::uint8_t> bytes) {
  const auto ip = parse_ip(bytes);
  if (!ip) return;
  hold(ip->view.version == bytes[0] >> 4 && (ip->view.version == 4 || ip->view.version == 6),
       "a packet has a known version");
  hold(ip->total_bytes <= bytes.size(), "a packet lies inside its frame");
  hold(ip->view.header_bytes >= (ip->view.version == 4 ? 20 : 40) &&
           ip->view.header_bytes <= ip->total_bytes,
       "a header has its least size and lies inside its packet");
}

void hold_parsed(const Packet& packet) {
  const auto parsed = parse_ip(packet.ip_bytes());
  hold(parsed && parsed->total_bytes == packet.size(), "an edited packet is a whole one");
  hold(parsed->view.header_bytes == packet.ip().header_bytes &&
           parsed->view.dscp == packet.ip().dscp && parsed->view.ecn == packet.ip().ecn &&
           parsed->view.protocol == packet.ip().protocol,
       "the view of an edited packet is up to date");
  hold(packet.ip().header_bytes <= packet.size(), "a header lies inside its packet");
}

void edit(Packet& packet, std::uint8_t what, std::uint16_t value) {
  const IpView before = packet.ip();
  const bool right = header_checksum_right(packet);
  const std::uint32_t size = packet.size();
  switch (what % 4) {
    case 0:
      set_dscp(packet, static_cast<std::uint8_t>(value % 64));
      hold(packet.ip().dscp == value % 64 && packet.ip().ecn == before.ecn, "set_dscp");
      break;
    case 1:
      hold(set_ce(packet) == (before.ecn != 0), "CE is set on what is ECN-capable");
      hold(packet.ip().dscp == before.dscp, "CE leaves the code point");
      break;
    case 2: {
      const auto headers = header_length(packet);
      const bool done = cut(packet, value);
      hold(!done || (packet.size() == value && headers && value >= *headers && value < size),
           "a cut gives the length wanted");
      hold(done || packet.size() == size, "a cut refused changes nothing");
      // The reference parses IPv6 without extension headers only, and no ICMP of the other version.
      const bool known = before.version == 4 ? before.protocol != 58
                                             : before.header_bytes == 40 && before.protocol != 1;
      if (done && right && known) {
        const auto bytes = packet.ip_bytes();
        const std::string problem = test::checksum_problem({bytes.begin(), bytes.end()});
        hold(problem.empty(), "checksums of a cut packet", problem);
      }
      break;
    }
    default: {
      const auto view = tcp_view(packet);
      if (!view) break;
      hold(packet.ip().header_bytes + view->header_bytes + view->payload_bytes == packet.size(),
           "a segment's parts are the packet");
      const Packet ack = make_ack(2, packet.arrival(), packet,
                                  {.sequence = value, .timestamps = view->timestamps});
      hold_parsed(ack);
      const auto back = tcp_view(ack);
      hold(back && back->pure_ack() && back->sequence == value, "an acknowledgement made is one");
      const auto bytes = ack.ip_bytes();
      hold(test::checksum_problem({bytes.begin(), bytes.end()}).empty(), "its checksums are right");
    }
  }
  hold_parsed(packet);
  hold(header_checksum_right(packet) == right, "an edit keeps a header checksum right, or wrong");
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  fuzz::Input in(data, size);
  const std::uint16_t link_header = in.byte() % 2 != 0 ? 14 : 0;
  const auto edits = in.bytes(in.byte() % 8 * std::size_t{3});
  hold_received(in.rest().subspan(std::min<std::size_t>(link_header, in.rest().size())));
  static PacketPool pool;
  Packet packet = Packet::copy_of(pool, 1, Time(), in.rest(), link_header);
  if (packet.ip().version == 0) return 0;
  hold_parsed(packet);
  for (fuzz::Input next(edits.data(), edits.size()); !next.empty();) {
    const std::uint8_t what = next.byte();
    edit(packet, what, next.take<std::uint16_t>());
  }
  return 0;
}
