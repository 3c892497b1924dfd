// SPDX-License-Identifier: GPL-3.0-or-later
// Network namespaces for system tests: anonymous, held by file descriptors, gone with the test.
// Works as root and, inside a user namespace, as an ordinary user.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "common/fds.h"

namespace seawind::test {

/// One network namespace with its loopback up.
class NetNamespace {
 public:
  /// The first one of a process that is not root also makes a user namespace, which the kernel
  /// allows only while the process has a single thread.
  NetNamespace();

  int fd() const { return fd_.get(); }

  /// Runs action() on the calling thread inside the namespace; sockets opened there stay there.
  template <typename Action>
  auto run(Action action) const {
    const Visit visit(fd_.get());
    return action();
  }

 private:
  class Visit {
   public:
    explicit Visit(int fd);
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    Fd home_;
  };
  Fd fd_;
};

struct VethEnd {
  const NetNamespace& where;
  std::string name;
  std::string address;  // "10.0.0.1/24"; empty: none
};

/// A veth pair, both ends up: no IPv6 chatter, no offloads (a captured super-packet or a checksum
/// not yet filled in is not what a wire carries). Throws Error.
void connect(const VethEnd& a, const VethEnd& b);

/// fixed host -- relay -- mobile host, as on a test bed of one link. The relay's ends are named
/// `fixed0` and `mobile0`; the hosts have 10.0.0.1 and 10.0.0.2 on `eth0`.
struct OneLinkBed {
  NetNamespace fixed;
  NetNamespace relay;
  NetNamespace mobile;
  OneLinkBed();
};

}  // namespace seawind::test
