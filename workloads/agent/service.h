// SPDX-License-Identifier: GPL-3.0-or-later
// The gRPC face of the agent: requests in, Failures out as statuses. No logic of its own.
#pragma once

#include <memory>
#include <string>

namespace seawind {

class Directory;
class Supervisor;

/// The running server on a UNIX socket of mode 0660.
class AgentServer {
 public:
  /// `workload` is the path of seawind-workload, `log_dir` where generators' logs go. Throws Error:
  /// path too long, another agent listens there, not permitted. `supervisor` must outlive the
  /// server.
  AgentServer(const std::string& socket_path, const std::string& workload, Directory log_dir,
              Supervisor& supervisor);
  /// Refuses new calls, ends waiting ones, removes the socket.
  ~AgentServer();
  AgentServer(const AgentServer&) = delete;
  AgentServer& operator=(const AgentServer&) = delete;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
