// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/ping_reply.h"

#include <netinet/in.h>
#include <netinet/ip_icmp.h>

#include <cstring>

#include "common/wire/ip_parse.h"
#include "common/wire/network_order.h"

namespace seawind {

std::optional<PingReply> ping_reply(std::span<const char> datagram, const PingReplyRules& rules) {
  if (rules.carrier == PingCarrier::kRaw) {
    const auto ip =
        parse_ip_prefix({reinterpret_cast<const std::uint8_t*>(datagram.data()), datagram.size()});
    if (!ip || ip->view.version != 4 || ip->transport == 0) return {};
    datagram = datagram.subspan(ip->transport);
  }
  if (rules.carrier != PingCarrier::kUdp) {
    icmphdr header{};
    if (datagram.size() < sizeof header) return {};
    std::memcpy(&header, datagram.data(), sizeof header);
    if (header.type != ICMP_ECHOREPLY) return {};
    if (rules.carrier == PingCarrier::kRaw && header.un.echo.id != htons(rules.identifier)) {
      return {};
    }
    datagram = datagram.subspan(sizeof header);
  }
  if (datagram.size() != rules.payload) return {};
  const PingReply reply{.request = get_i64(datagram.data()), .sent = get_i64(datagram.data() + 8)};
  if (reply.request < 0 || reply.request >= rules.count) return {};
  return reply;
}

}  // namespace seawind
