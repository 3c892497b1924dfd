// SPDX-License-Identifier: GPL-3.0-or-later
// Which packets of a capture go down and which go up. A capture says nothing about it, so:
//
//  - with the fixed side given as addresses (ADDRESS or ADDRESS/PREFIX, IPv4 or IPv6), a packet
//  from
//    one of them goes down, one to one of them goes up;
//  - with the mobile side given, one to it goes down, one from it goes up;
//  - with neither, the mobile host is the address that receives the most IP bytes in the capture
//    (the first seen of several), since a link is one mobile host's.
//  - A packet of neither direction, or from one side to the same, is skipped and counted.
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
  std::array<std::uint8_t, 16> address{};  // IPv4: the first four
  int prefix = 32;

  bool contains(std::uint8_t ip_version, std::span<const std::uint8_t> other) const;
  std::string text() const;
};

/// Throws InputError when the text is not ADDRESS or ADDRESS/PREFIX.
AddressRange address_range(const std::string& text);

struct Sides {
  bool ranges_are_fixed = true;
  std::vector<AddressRange> ranges{};

  /// `ip` begins at an IP header that may be cut short.
  std::optional<Direction> direction_of(std::span<const std::uint8_t> ip) const;
};

/// By the rule for a capture of which nothing is said. Reads the whole file. Throws InputError when
/// it has no IP packet.
Sides guess_sides(const std::string& capture);

}  // namespace seawind
