// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the IP header fields that the models use. Never reads beyond the given bytes and never
// throws.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "emulator/core/packet.h"

namespace seawind {

struct ParsedIp {
  IpView view;
  std::uint32_t total_bytes = 0;  // header and payload; later bytes are frame padding
};

/// Parses the packet that starts at `bytes[0]`. Returns nothing unless the bytes hold a whole IPv4
/// or IPv6 packet. Rejected are an unknown version, a truncated header or extension header, an
/// impossible header length, a total length beyond the given bytes (truncated capture), and an IPv6
/// jumbogram. Checksums are not verified; the hosts do that.
std::optional<ParsedIp> parse_ip(std::span<const std::uint8_t> bytes);

/// True for every fragment of a larger packet, the first one included. `bytes` starts at the IP
/// header; `view` is the result of parse_ip() for these bytes.
bool is_fragment(const IpView& view, std::span<const std::uint8_t> bytes);

}  // namespace seawind
