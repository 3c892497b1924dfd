// SPDX-License-Identifier: GPL-3.0-or-later
// The gRPC control service on a UNIX socket.
#pragma once

#include <memory>
#include <string>

#include "emulator/daemon/link_manager.h"

namespace seawind {

struct DaemonFacts {
  RightsGranted rights;
  WaitOptions wait;
  std::string memory_not_locked;
};

class ControlServer {
 public:
  /// Serves root and its own user on `socket_path` (common/peer_listener.h). A socket file nobody
  /// answers on is replaced; throws Error when a live daemon owns it or it cannot be made.
  ControlServer(const std::string& socket_path, LinkManager& links, DaemonFacts facts);
  /// Ends every call and removes the socket file.
  ~ControlServer();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
