// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of packet ids of a hop and of its event log. Packets that arrive at a port are numbered
// from 1.
#pragma once

#include <cstdint>

namespace seawind {

/// First id of the fragments that a stage cuts off a packet of a host. Their events begin with
/// kGenerated, but they count as packets of the host.
inline constexpr std::uint64_t kFirstFragmentId = std::uint64_t{1} << 47U;
/// First ids of the packets that the link itself makes: stages, the background load, duplication.
/// The copy of packet n has the id kFirstCopyId + n.
inline constexpr std::uint64_t kFirstGeneratedId = std::uint64_t{1} << 48U;
inline constexpr std::uint64_t kFirstBackgroundId = std::uint64_t{1} << 49U;
inline constexpr std::uint64_t kFirstCopyId = std::uint64_t{1} << 50U;

/// Whether a packet whose events begin with kGenerated is a part of one that a host sent.
constexpr bool is_part_id(std::uint64_t id) {
  return id >= kFirstFragmentId && id < kFirstGeneratedId;
}
/// Whether the link itself made the packet: no host sent it or a part of it.
constexpr bool made_by_link(std::uint64_t id) {
  return id >= kFirstGeneratedId;
}

}  // namespace seawind
