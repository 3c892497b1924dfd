// SPDX-License-Identifier: GPL-3.0-or-later
// The process that ends the programs of both hosts with the run, also when seawind is killed: a
// program may have left its process group, its session, its parent and its user, but not its
// network namespace. The guard ends when its channel closes, and ignores the signals that end exec.
#pragma once

#include <string>

#include "common/directory.h"
#include "common/process.h"
#include "controller/testbed/local.h"
#include "namespaces/message_channel.h"

namespace seawind {

/// The hidden first argument that runs the seawind executable as this process.
inline constexpr auto kHostGuardCommand = "exec-guard";
/// Runs as this process until the channel closes, then ends every process that is in one of the
/// hosts: SIGTERM, and SIGKILL two seconds later. Each message before that ends, in the same way,
/// the processes of the mobile host except those of the test bed, which are there when the guard
/// starts. Returns the exit status: 1 when processes are left, or when some may be left that root
/// cannot see.
int run_host_guard();

class HostGuard {
 public:
  /// Output goes to guard.log in `logs`. Throws Error.
  HostGuard(const LocalTestBed::Namespaces& hosts, const Directory& logs);
  /// Returns when the programs have ended. The test bed's own must have ended before.
  ~HostGuard();
  HostGuard(const HostGuard&) = delete;
  HostGuard& operator=(const HostGuard&) = delete;

  /// Ends the programs of the mobile host, while the link can still carry the ends of their
  /// connections. Returns whether there were any.
  bool end_mobile_programs();

 private:
  std::string first_log_line() const;

  const Directory logs_;
  MessageChannel channel_;
  Process process_;
};

}  // namespace seawind
