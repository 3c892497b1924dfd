// SPDX-License-Identifier: GPL-3.0-or-later
// The gRPC control service on a UNIX socket.
#pragma once

#include <memory>
#include <string>

#include "emulator/daemon/link_manager.h"

namespace seawind {

struct DaemonFacts {
  SchedulingResult scheduling;
  std::string memory_not_locked;
  std::size_t threads = 1;
};

class ControlServer {
 public:
  /// Serves root, the daemon's own user and, with `group`, the group of the socket's file on
  /// `socket_path` (common/peer_listener.h). A stale socket file is replaced. Throws Error if a
  /// live daemon owns it or if it cannot be created.
  ControlServer(const std::string& socket_path, bool group, LinkManager& links, DaemonFacts facts);
  /// Ends every call and removes the socket file.
  ~ControlServer();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
