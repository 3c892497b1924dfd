// SPDX-License-Identifier: GPL-3.0-or-later
// Behaviour of Linux 2.4 that no setting of a newer kernel restores, loaded as BPF programs
// (legacy_tcp.bpf.c; experiments B4.2, B4.4): initial time-outs of SYN, SYN-ACK and data for chosen
// network namespaces, and the congestion control `reno24`, which counts ACKs, halves the window and
// caches ssthresh as Linux 2.4 did.
//
// Requires the real root and Linux 6.10 (6.15 for data) or newer with type information (BTF). Both
// features end when this object is destroyed or its process is killed (`reno24` with the last
// process that shares it), so that nothing stays in the kernel. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/time.h"

namespace seawind {

inline constexpr std::string_view kLegacyCongestionControl = "reno24";

/// Zero: the kernel's default.
struct InitialTimeouts {
  Duration syn{};   // of SYN and SYN-ACK
  Duration data{};  // at most, until data gives a round-trip sample; 1 s or more
};

class LegacyTcpPrograms {
 public:
  /// Loads the programs. Throws Error with the failed step and the kernel's reason.
  LegacyTcpPrograms();
  ~LegacyTcpPrograms();
  LegacyTcpPrograms(const LegacyTcpPrograms&) = delete;
  LegacyTcpPrograms& operator=(const LegacyTcpPrograms&) = delete;

  /// Sets the time-outs with which new connections of the namespace (SO_NETNS_COOKIE) begin.
  /// Applies to sockets of every control group below the root that is mounted here. Throws Error,
  /// also when the time-out of data is set and the kernel (before Linux 6.15) cannot bound it.
  void set_timeouts(std::uint64_t netns_cookie, const InitialTimeouts& wanted);
  /// The ssthresh that `reno24` has cached from connections of the namespace with a code point, for
  /// later connections with the same peer and code point. (Linux 2.4 kept it by type of service.)
  struct CachedSsthresh {
    std::string peer;  // its IPv4 address
    int dscp = 0;
    std::int64_t ssthresh = 0;  // segments
  };
  std::vector<CachedSsthresh> cached_ssthresh(std::uint64_t netns_cookie) const;
  /// Deletes all cached values of the namespace.
  void clear_cache(std::uint64_t netns_cookie);
  /// Registers `reno24` for all namespaces. If another process has registered it, that process's
  /// programs and maps are used, and kept if it ends first.
  void register_congestion_control();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
