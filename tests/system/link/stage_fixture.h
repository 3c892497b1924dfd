// SPDX-License-Identifier: GPL-3.0-or-later
// Real traffic through a link with and without a function of the base station: links written as
// users write them, TCP connections and datagrams between the two hosts of the bed.
#pragma once

#include <string>

#include "tests/system/daemon/daemon_fixture.h"

namespace seawind::test {

class StageTest : public DaemonTest {
 protected:
  /// Starts the link of a profile given as YAML texts, with a tail-drop router in front of the
  /// downlink. `top`: keys beside the directions; `stages`: stages of the downlink.
  void start_link(const std::string& downlink, const std::string& uplink, const std::string& stages,
                  const std::string& top = "", int router_packets = 1000);
  /// Ends the link; checks that no packet is unaccounted for.
  LinkReport end_link();

  static std::uint64_t drops(const DirectionCounters& counters, const std::string& reason);
};

/// A setting under net.ipv4 of a host.
void set_sysctl(const NetNamespace& host, const std::string& name, const std::string& value);

/// The state of a connection in the sender's kernel.
struct SenderStatistics {
  std::uint32_t retransmitted = 0;  // segments, in all
  std::uint64_t acked = 0;          // bytes
};
SenderStatistics statistics_of(const Fd& connection);

}  // namespace seawind::test
