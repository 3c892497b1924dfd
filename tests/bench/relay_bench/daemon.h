// SPDX-License-Identifier: GPL-3.0-or-later
// Starts seawindd and drives it through its control socket.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/relay_bench/path.h"

namespace seawind::bench {

class Daemon {
 public:
  /// Starts `program` inside the namespace with a private socket and log directory, and waits for
  /// its first answer. realtime false: the process may not raise its priority. cpu: the processor
  /// it runs on, -1: any. Throws Error with the output of the program.
  Daemon(int network_namespace, const std::string& program, bool realtime, int cpu = -1,
         bool nice = false);
  ~Daemon();

  static constexpr std::size_t kCallsAtATime = 32;
  /// `calls`: at a time. Throws Error with the daemon's answer when it refuses.
  void create_links(const std::vector<LinkInterfaces>& links, const LinkSettings& settings,
                    const std::string& port, std::size_t calls);
  /// Removes all links made by this object, and returns their combined reports.
  DaemonReport remove_links(std::size_t calls);

  std::vector<std::string> port_kinds() const;
  bool realtime() const;
  const Process& process() const;

 private:
  void create_link(const std::string& name, const LinkInterfaces& interfaces,
                   const LinkSettings& settings, const std::string& port);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind::bench
