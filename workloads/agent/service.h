// SPDX-License-Identifier: GPL-3.0-or-later
// The gRPC service of the agent. Forwards requests and maps Failures to statuses.
#pragma once

#include <memory>
#include <string>

#include "common/permitted_programs.h"

namespace seawind {

class Directory;
class Supervisor;

/// How generators are started.
struct GeneratorProgram {
  std::string path;  // of seawind-workload
  std::string file;  // to execute: `path`, or an open descriptor, which upgrades do not affect
  bool root_programs = false;  // whether a `command` flow may have `user: root`
  PermittedPrograms programs{PermittedPrograms::kAny};  // of `command` flows
  std::vector<std::string> groups{};                    // of Launch::groups, for `command` flows
};

/// The running server on a UNIX socket, for root and its own user (common/peer_listener.h).
class AgentServer {
 public:
  /// `log_dir`: where generators' logs go. Throws Error: path too long, another agent listens
  /// there, not permitted. `supervisor` must outlive the server.
  AgentServer(const std::string& socket_path, const GeneratorProgram& program, Directory log_dir,
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
