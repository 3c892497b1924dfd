// SPDX-License-Identifier: GPL-3.0-or-later
// Random super-packets for tests, as an end host's kernel makes them.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/core/random.h"
#include "emulator/ports/segments.h"

namespace seawind::test {

struct SuperFrame {
  FrameDescription description;
  std::vector<std::uint8_t> bytes;  // starting at the Ethernet header
};

/// TCP or UDP over IPv4 or IPv6, with random addresses, options, flags (SYN and RST excepted) and
/// sizes; one packet without checksum in some cases, up to 64 packets in the others.
SuperFrame random_super_frame(RandomStream& random);

/// The packets that `frame` stands for by segment_into_packets(); empty if it fails.
std::vector<std::vector<std::uint8_t>> packets_of(SuperFrame frame);

}  // namespace seawind::test
