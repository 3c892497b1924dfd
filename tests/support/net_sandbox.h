// SPDX-License-Identifier: GPL-3.0-or-later
// Network namespaces for system tests. They have no names; file descriptors hold them, and they
// disappear with the test. Works as root and, inside a user namespace, as an ordinary user.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "common/fds.h"

namespace seawind::test {

/// A network namespace. Its loopback interface is up.
class NetNamespace {
 public:
  /// If the process is not root, the first object also makes a user namespace. The kernel allows
  /// this only while the process has a single thread.
  NetNamespace();

  int fd() const { return fd_.get(); }

  /// Runs action() on the calling thread inside the namespace. Sockets opened by action() remain in
  /// the namespace.
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

/// Makes a veth pair with both ends up. IPv6 is disabled, so that it sends no packets. Offloads are
/// disabled, because a captured super-packet or an incomplete checksum would differ from a packet
/// on a wire. Throws Error.
void connect(const VethEnd& a, const VethEnd& b);

/// A fixed host, a relay and a mobile host, as in a test bed with one link. The relay's interfaces
/// are `fixed0` and `mobile0`; the hosts have 10.0.0.1 and 10.0.0.2 on `eth0`.
struct OneLinkBed {
  NetNamespace fixed;
  NetNamespace relay;
  NetNamespace mobile;
  OneLinkBed();
};

}  // namespace seawind::test
