// SPDX-License-Identifier: GPL-3.0-or-later
// Starts seawindd and drives it through its control socket.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/relay_bench/path.h"

namespace seawind::bench {

class Daemon {
 public:
  /// Starts `program` inside the namespace with a private socket and log directory and waits until
  /// it answers. realtime false: it may not raise its priority. cpu: where it may run, -1:
  /// anywhere. Throws Error, with what it printed.
  Daemon(int network_namespace, const std::string& program, bool realtime, int cpu = -1,
         bool nice = false);
  ~Daemon();

  /// Throws Error with the daemon's answer when it refuses.
  void create_link(const std::string& name, const LinkInterfaces& interfaces,
                   const LinkSettings& settings, const std::string& port);
  /// Removes all links made here; their reports taken together.
  DaemonReport remove_links();

  std::vector<std::string> port_kinds() const;
  bool realtime() const;
  const Process& process() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind::bench
