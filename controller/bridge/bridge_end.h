// SPDX-License-Identifier: GPL-3.0-or-later
// An end of the link of `seawind bridge`: an interface of the caller's network namespace, another
// network namespace, or the machine's network.
#pragma once

#include <string>

#include "common/fds.h"

namespace seawind {

struct BridgeEnd {
  enum class Kind {
    kInterface,  // takes all of its frames, for the host behind it
    kNamespace,  // gets an interface of its own
    kDevices,    // as kInterface, for hosts that get addresses of the link
    kNetwork,    // the network of the caller's namespace, by address translation
  };
  Kind kind = Kind::kInterface;
  std::string text;          // as the user wrote it
  std::string interface {};  // of kInterface and kDevices
  Fd network_namespace{};    // of kNamespace
  Fd process{};              // pidfd, of a container, pod or process
};

/// Opens an end:
///   NAME            an interface (kInterface)
///   netns:NAME      a namespace of `ip netns`
///   container:NAME  that of a running container of Docker or Podman
///   compose:PROJECT:SERVICE  that of the running container of a service
///   pod:NAMESPACE/NAME  that of a ready pod of this Kubernetes node
///   pid:N           that of a process
///   nat             kNetwork
///   lan:NAME        an interface (kDevices)
///   ap:NAME         a Wi-Fi card that becomes an access point (kDevices)
/// Throws UsageError when there is no such thing, and Error.
BridgeEnd open_bridge_end(const std::string& text);

/// Whether the container, process or named namespace has ended, or its name now means another one.
bool has_gone(const BridgeEnd& end);

/// Whether both are descriptors of one namespace. False if one is empty.
bool same_namespace(const Fd& one, const Fd& other);

/// For an ordinary user: makes the process root in the user namespace that owns the network
/// namespaces of the ends (as of rootless Podman), in a new network namespace. Root: no effect.
/// The process must have a single thread. Throws Error when the ends need the rights of the
/// machine's root.
void enter_owner_of(const BridgeEnd& fixed, const BridgeEnd& mobile);

}  // namespace seawind
