// SPDX-License-Identifier: GPL-3.0-or-later
// Two end hosts without a link between them: two anonymous network namespaces joined by a veth
// pair. Only descriptors hold them, so that they are removed when the test process ends.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind::test {

struct Host {
  Fd network;             // its network namespace
  std::string address;    // 10.0.0.1 or 10.0.0.2, in a /24
  std::string interface;  // "eth0"
};

class HostPair {
 public:
  /// An ordinary user's process first enters its own user namespace and stays there.
  explicit HostPair(int mtu = 1500);
  const Host& fixed() const { return fixed_; }
  const Host& mobile() const { return mobile_; }
  /// Whether this process is root outside of user namespaces too.
  static bool real_root();

 private:
  Host fixed_;
  Host mobile_;
};

/// Starts a program inside a host's namespace; its output goes to `output` (kept open by the
/// caller) or, for -1, to the test's own.
pid_t spawn_in(const Host& host, const std::vector<std::string>& arguments, int output = -1);
/// The same, waits for its end and returns its output. Throws when its exit status is not 0.
std::string run_in(const Host& host, const std::vector<std::string>& arguments);

}  // namespace seawind::test
