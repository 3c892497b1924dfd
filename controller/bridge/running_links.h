// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the links that `seawind bridge` runs now, for `seawind link`: a file NAME with the pid
// of the bridge, the path of the daemon's socket and the devices, locked while the link runs. They
// are in /run/seawind-links for root, for other users in seawind-links beneath $XDG_RUNTIME_DIR
// (mode 0700).
#pragma once

#include <string>
#include <vector>

#include "common/directory.h"
#include "common/fds.h"
#include "controller/bridge/address_server.h"

namespace seawind {

class RunningLink {
 public:
  /// Takes `name`, or, if `name` is empty, `proposal`, else the first of `proposal`-2, -3, ... that
  /// no link of this user has. Throws UsageError when the name is in use, and Error.
  RunningLink(const std::string& name, const std::string& proposal);
  ~RunningLink();
  RunningLink(const RunningLink&) = delete;
  RunningLink& operator=(const RunningLink&) = delete;

  const std::string& name() const { return name_; }
  /// Publishes the link for running_links(). `socket`: of its daemon. Repeatable.
  void announce(const std::string& socket, const std::vector<Device>& devices = {}) const;

 private:
  Directory directory_;
  std::string name_;
  Fd file_;
};

struct KnownLink {
  std::string name;
  std::string socket;  // of its daemon
  int bridge = 0;      // pid of its `seawind bridge`; 0: it has none
  std::vector<Device> devices{};
};
/// The links that run now, sorted by name. Throws Error.
std::vector<KnownLink> running_links();
/// Ends the bridge of a running link as Ctrl-C does, and waits for it. Throws Error.
void end_bridge(const KnownLink& link);

}  // namespace seawind
