// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/flow_hash.h"

#include "common/split_mix.h"

namespace seawind {
std::uint64_t flow_hash(const Packet& packet, std::uint64_t seed) {
  const IpView& ip = packet.ip();
  const auto bytes = packet.ip_bytes();
  std::uint64_t hash =
      split_mix(seed, 0) ^ (std::uint64_t{ip.source_port} << 32 |
                            std::uint64_t{ip.destination_port} << 16 | ip.protocol);
  const std::size_t begin = ip.version == 4 ? 12 : 8;  // source address, then destination address
  const std::size_t end = ip.version == 4 ? 20 : ip.version == 6 ? 40 : begin;
  for (std::size_t at = begin; at < end; at += 4) {
    const std::uint64_t word = std::uint64_t{bytes[at]} << 24 | std::uint64_t{bytes[at + 1]} << 16 |
                               std::uint64_t{bytes[at + 2]} << 8 | bytes[at + 3];
    hash = split_mix(hash, 0) ^ word;
  }
  return split_mix(hash, 0);
}

}  // namespace seawind
