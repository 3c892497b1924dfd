// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace seawind {

/// The parsed header fields of a packet.
struct IpView {
  std::uint8_t version = 0;  // 4 or 6
  std::uint8_t dscp = 0;
  std::uint8_t ecn = 0;       // 0 not-ECT, 1 ECT(1), 2 ECT(0), 3 CE
  std::uint8_t protocol = 0;  // IANA number of the transport
  std::uint16_t source_port =
      0;  // host order; 0 for later fragments and for transports without ports
  std::uint16_t destination_port = 0;
  std::uint16_t header_bytes = 0;  // IP header with options or extension headers
};

}  // namespace seawind
