// SPDX-License-Identifier: GPL-3.0-or-later
// Senders of probes: paced one by one, and in bulk for the throughput search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind::bench {

/// From a call of send_paced() to its first probe.
constexpr std::int64_t kSenderLeadNs = 2'000'000;

/// A packet socket that sends on the interfaces of one namespace.
class Sender {
 public:
  /// Probes of link i leave through interfaces[i]. Throws Error.
  Sender(int network_namespace, const std::vector<std::string>& interfaces);

  /// Sends `count` probes of `ip_bytes` at `rate` packets/s, the links in turn. It sleeps while the
  /// next probe is far and spins the last 100 us, at normal priority; a late probe leaves at once
  /// and the plan is kept. Returns how many the kernel took (numbers 0 to count - 1 are used once).
  std::uint64_t send_paced(std::size_t ip_bytes, double rate, std::uint64_t count);

  struct Bulk {
    std::uint64_t sent = 0;
    double seconds = 0;
  };
  /// Hands over `packets` probes of `ip_bytes` at once on every link in turn, as a sender with a
  /// whole window to send. `joined`: as one super-packet, of at most 64 packets and 65535 bytes.
  /// Returns how many the kernel took.
  std::uint64_t send_burst(std::size_t ip_bytes, std::size_t packets, bool joined);
  /// Sends batches for `seconds` at an average of `rate` packets/s (0: unlimited).
  Bulk send_bulk(std::size_t ip_bytes, double rate, double seconds);

 private:
  Fd socket_;
  Fd bulk_socket_;   // bypasses the queueing discipline: faster, but captures do not observe its
                     // packets
  Fd super_socket_;  // takes super-packets
  std::vector<int> indices_;
};

}  // namespace seawind::bench
