// SPDX-License-Identifier: GPL-3.0-or-later
// What a socket of ping hears, which anybody on the path may have written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace seawind {

enum class PingCarrier { kUdp, kPing, kRaw };

struct PingReplyRules {
  PingCarrier carrier = PingCarrier::kUdp;
  std::uint16_t identifier = 0;  // of our ICMP requests; a ping socket has its own
  std::size_t payload = 0;       // bytes behind the ICMP or UDP header, at least 16
  std::int64_t count = 0;        // requests are numbered from 0 to this
};

struct PingReply {
  std::int64_t request = 0;
  std::int64_t sent = 0;  // the stamp of the request, as it came back
};

/// The reply a datagram is (of a raw socket with its IP header); nothing for anything else.
std::optional<PingReply> ping_reply(std::span<const char> datagram, const PingReplyRules& rules);

}  // namespace seawind
