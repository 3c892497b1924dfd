// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of IP packets for tests.
#pragma once

#include <cstdint>
#include <vector>

namespace seawind::test {

/// A whole IPv4 packet of `size` bytes (at least 28): UDP with the given ports, zero payload.
std::vector<std::uint8_t> ipv4_udp(std::size_t size, std::uint16_t source_port = 1000,
                                   std::uint16_t destination_port = 2000);

}  // namespace seawind::test
