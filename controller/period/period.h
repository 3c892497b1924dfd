// SPDX-License-Identifier: GPL-3.0-or-later
// What Linux 2.4 did and no setting of a newer kernel brings back, loaded into this kernel as BPF
// programs (period.bpf.c; experiments B4.4): initial time-outs of SYN, SYN-ACK and data for
// chosen network namespaces, and the congestion control `reno24`, which counts ACKs, halves and
// remembers ssthresh as Linux 2.4 did.
//
// Needs the real root and Linux 6.10 (6.15 for data) or newer with type information (BTF). Both end
// when this object goes, or its process is killed (`reno24` with the last of the processes that
// share it): nothing stays in the kernel. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/time.h"

namespace seawind {

inline constexpr std::string_view kPeriodCongestionControl = "reno24";

/// Zero: the kernel's own.
struct InitialTimeouts {
  Duration syn{};   // of SYN and SYN-ACK
  Duration data{};  // at most, until data has given a sample of the round trip; 1 s or more
};

class PeriodKernel {
 public:
  /// Loads the programs. Throws Error: what was tried and the kernel's reason.
  PeriodKernel();
  ~PeriodKernel();
  PeriodKernel(const PeriodKernel&) = delete;
  PeriodKernel& operator=(const PeriodKernel&) = delete;

  /// From now on connections of the namespace (SO_NETNS_COOKIE) begin with these time-outs. It
  /// holds for sockets of this process's control group and those below. Throws Error, also where
  /// the kernel (before Linux 6.15) has no bound for that of data.
  void set_timeouts(std::uint64_t netns_cookie, const InitialTimeouts& wanted);
  /// What connections of the namespace that had a code point have left to the next ones with the
  /// same peer and code point, by `reno24` (Linux 2.4 kept it by type of service).
  struct Remembered {
    std::string peer;  // its IPv4 address
    int dscp = 0;
    std::int64_t ssthresh = 0;  // segments
  };
  std::vector<Remembered> remembered(std::uint64_t netns_cookie) const;
  /// From now on none of that is known.
  void forget(std::uint64_t netns_cookie);
  /// Makes `reno24` known to all namespaces. Where another process has done so, its programs and
  /// their memory are used from now on, and kept should that process end first.
  void offer_congestion_control();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
