// SPDX-License-Identifier: GPL-3.0-or-later
// Parses datagrams received by ping. The content is untrusted: any host on the path may have
// written it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace seawind {

enum class PingCarrier { kUdp, kPing, kRaw };

struct PingReplyRules {
  PingCarrier carrier = PingCarrier::kUdp;
  std::uint16_t identifier = 0;  // of the ICMP requests; a ping socket sets its own
  std::size_t payload = 0;       // bytes behind the ICMP or UDP header, at least 16
  std::int64_t count = 0;        // of requests, which are numbered from 0
};

struct PingReply {
  std::int64_t request = 0;
  std::int64_t sent = 0;  // the timestamp of the request, as echoed
};

/// Parses a datagram as a reply; nothing if it is none. A datagram of a raw socket includes its IP
/// header.
std::optional<PingReply> ping_reply(std::span<const char> datagram, const PingReplyRules& rules);

}  // namespace seawind
