// SPDX-License-Identifier: GPL-3.0-or-later
// The probe packet: a valid Ethernet/IPv4/UDP frame with the number of its link and its sequence
// number, by which its stamps at two devices are matched.
#pragma once

#include <linux/filter.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace seawind::bench {

inline constexpr std::size_t kEthernetHeader = 14;
/// Bytes of a frame that identify a probe; a capture needs no more.
inline constexpr std::size_t kProbeSnap = 64;

/// A frame that is rewritten in place for each probe.
class ProbeFrame {
 public:
  /// `ip_bytes`: length of the IP packet, at least 50.
  explicit ProbeFrame(std::size_t ip_bytes);
  void set(std::uint32_t link, std::uint64_t number);
  std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// The fields of a captured frame.
struct ProbeId {
  std::uint32_t link = 0;
  std::uint64_t number = 0;
};
/// `frame` starts at the Ethernet header and has kProbeSnap bytes (checked by the filter).
ProbeId read_probe(const std::uint8_t* frame);

/// A socket filter that accepts probes, cut to kProbeSnap bytes, and nothing else.
std::span<const sock_filter> probe_filter();

}  // namespace seawind::bench
