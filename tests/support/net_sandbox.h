// SPDX-License-Identifier: GPL-3.0-or-later
// Network namespaces for system tests, made as a test bed makes its own. They have no names; file
// descriptors hold them, and they disappear with the test. Works as root and, inside a user
// namespace, as an ordinary user.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>

#include "common/fds.h"
#include "namespaces/netns.h"

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
    if constexpr (std::is_void_v<std::invoke_result_t<Action>>) {
      in_network_namespace(fd(), action);
    } else {
      std::optional<std::invoke_result_t<Action>> result;
      in_network_namespace(fd(), [&] { result.emplace(action()); });
      return *std::move(result);
    }
  }

 private:
  Fd fd_;
};

/// A fixed host, a relay and a mobile host, as in a test bed with one link. The relay's interfaces
/// are `fixed0` and `mobile0`; the hosts have 10.0.0.1 and 10.0.0.2 on `eth0`.
struct OneLinkBed {
  NetNamespace fixed;
  NetNamespace relay;
  NetNamespace mobile;
  OneLinkBed();
};

}  // namespace seawind::test
