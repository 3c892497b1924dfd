// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/ping_reply.h"

#include <netinet/in.h>
#include <netinet/ip_icmp.h>

#include <cstring>

#include "workloads/network_order.h"

namespace seawind {

std::optional<PingReply> ping_reply(std::span<const char> datagram, const PingReplyRules& rules) {
  if (rules.carrier == PingCarrier::kRaw) {
    if (datagram.empty()) return {};
    const std::size_t ip = static_cast<std::size_t>(datagram[0] & 0x0f) * 4;
    if (datagram.size() < ip) return {};
    datagram = datagram.subspan(ip);
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
