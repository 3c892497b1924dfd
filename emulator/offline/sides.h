// SPDX-License-Identifier: GPL-3.0-or-later
// The direction of the packets of a capture, which a capture does not record:
//
//  - If the fixed side is given as addresses (ADDRESS or ADDRESS/PREFIX, IPv4 or IPv6), a packet
//    from one of them is downlink, a packet to one of them is uplink.
//  - If the mobile side is given, a packet to it is downlink, a packet from it is uplink.
//  - If neither is given, the mobile host is the address that receives the most IP bytes in the
//    capture (the first one seen, if several do), since a link serves one mobile host.
//  - A packet of neither direction, or within one side, is skipped and counted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/event_log.h"

namespace seawind {

struct AddressRange {
  std::uint8_t version = 4;
  std::array<std::uint8_t, 16> address{};  // IPv4: the first four bytes
  int prefix = 32;

  bool contains(std::uint8_t ip_version, std::span<const std::uint8_t> other) const;
  std::string text() const;
};

/// Throws InputError if the text is not ADDRESS or ADDRESS/PREFIX.
AddressRange address_range(const std::string& text);

struct Sides {
  bool ranges_are_fixed_side = true;
  std::vector<AddressRange> ranges{};

  /// `ip` starts at an IP header and may be truncated.
  std::optional<Direction> direction_of(std::span<const std::uint8_t> ip) const;
};

/// The sides of a capture without given addresses (the third rule). Reads the whole file. Throws
/// InputError if it has no IP packet.
Sides guess_sides(const std::string& capture);

}  // namespace seawind
