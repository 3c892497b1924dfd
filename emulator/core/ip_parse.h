// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the header fields that models look at. Never reads outside the bytes given and never
// throws.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "emulator/core/packet.h"

namespace seawind {

struct ParsedIp {
  IpView view;
  std::uint32_t total_bytes = 0;  // header and payload; what follows is padding of the frame
};

/// `bytes` starts at the IP header. Nothing when this is not a whole IPv4 or IPv6 packet: unknown
/// version, header or extension header cut short, impossible header length, or a total length
/// beyond the bytes at hand (truncated in capture). Checksums are not looked at: the hosts do that.
/// An IPv6 jumbogram counts as not whole.
std::optional<ParsedIp> parse_ip(std::span<const std::uint8_t> bytes);

/// Whether a packet that parse_ip() took is a part of a larger one, the first included. `bytes` is
/// the packet from its IP header on, `view` what parse_ip() said of it.
bool is_fragment(const IpView& view, std::span<const std::uint8_t> bytes);

}  // namespace seawind
