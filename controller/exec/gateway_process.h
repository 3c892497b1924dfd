// SPDX-License-Identifier: GPL-3.0-or-later
// The process that holds a Gateway. It outlives the exec process that started it, even a killed
// one, just long enough to restore the caller's network: it ends when its channel closes, and
// ignores the signals that end exec.
#pragma once

#include <string>

#include "common/directory.h"
#include "common/process.h"
#include "controller/exec/gateway.h"
#include "namespaces/message_channel.h"

namespace seawind {

/// The hidden first argument that runs the seawind executable as this process.
inline constexpr auto kGatewayCommand = "exec-gateway";
/// The consequence for the link when the gateway has ended before the link.
inline constexpr auto kGatewayEnded =
    "the gateway has ended: the link leads no further than this machine";
/// Runs as this process until the channel closes. Returns the exit status.
int run_gateway();
/// Restores the settings of the calling thread's namespace that a gateway which was killed has
/// left. Reports on standard error what it cannot restore.
void restore_network();

class GatewayProcess {
 public:
  /// Returns when the fixed host is connected to the network namespace of the calling thread.
  /// Output goes to gateway.log in `logs`. Throws Error: why it cannot be connected; nothing is
  /// changed then.
  GatewayProcess(const GatewayPlan& plan, const Fd& fixed_host, const Directory& logs);
  /// Returns when the settings of the calling thread's namespace are restored. Reports on standard
  /// error what could not be.
  ~GatewayProcess();
  GatewayProcess(const GatewayProcess&) = delete;
  GatewayProcess& operator=(const GatewayProcess&) = delete;

  const std::string& address() const { return address_; }  // of Gateway
  /// Whether it has ended by itself.
  bool has_ended() const;
  /// Why packets may not have left the fixed host: the process has ended, or Gateway::problem().
  std::string problem();

 private:
  void end();

  MessageChannel channel_;
  Process process_;
  std::string address_;
};

}  // namespace seawind
