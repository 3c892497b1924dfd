// SPDX-License-Identifier: GPL-3.0-or-later
// The service `host` of a lab's host (lab_host.proto), and the way to the services behind it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "common/directory.h"
#include "common/fds.h"
#include "lab/host/host_parts.h"

namespace seawind::lab {

/// A controller that sends no message for this time loses the host.
constexpr std::chrono::seconds kLease{15};

class LabHostServer {
 public:
  /// `work`: as of HostParts. `update` applies the lab's changes of its members, and may throw.
  /// Throws Error.
  LabHostServer(HostParts::Options options, Directory work,
                std::function<void(const MemberUpdate&)> update);
  /// Removes what controllers have made here.
  ~LabHostServer();
  LabHostServer(const LabHostServer&) = delete;
  LabHostServer& operator=(const LabHostServer&) = delete;

  /// Called periodically: removes logs that no controller has fetched.
  void tidy();
  /// The local socket of a service: `host`, `seawindd` or `agent-N`. May be called from any thread.
  /// Throws Error: there is no such service.
  Fd reach(const std::string& service);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind::lab
