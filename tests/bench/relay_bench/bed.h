// SPDX-License-Identifier: GPL-3.0-or-later
// The namespaces and interfaces of a measurement. They have no names and disappear with the
// program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind::bench {

/// Names of one link's four interfaces.
struct LinkInterfaces {
  std::string fixed_host, relay_fixed, relay_mobile, mobile_host;
};

class Bed {
 public:
  /// `offloads`: the interfaces keep segmentation and checksum offload.
  /// One veth pair from the fixed host to the mobile host: nothing in between.
  static Bed direct(bool offloads = false);
  /// Fixed host - relay - mobile host.
  static Bed relayed(bool offloads = false);
  /// The same with `links` links side by side between two hosts; no IP addresses.
  static Bed many(int links, bool offloads = false);

  int fixed() const { return fixed_.get(); }
  int relay() const { return relay_.get(); }
  int mobile() const { return mobile_.get(); }
  const std::vector<LinkInterfaces>& links() const { return links_; }

  /// Packets the mobile host's first interface has received, from the kernel's counters.
  std::uint64_t mobile_received() const;

 private:
  Bed();
  void watch_counters();

  Fd fixed_, relay_, mobile_;
  Fd counters_;
  std::vector<LinkInterfaces> links_;
};

}  // namespace seawind::bench
