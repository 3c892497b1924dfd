// SPDX-License-Identifier: GPL-3.0-or-later
// Connections to the daemon and the agents, and a limit on the time of a blocking gRPC call, by the
// monotonic clock. gRPC's own deadlines are not used: its timers wait with condition variables of
// the wall clock (absl::CondVar::WaitWithDeadline), so a wall clock that is set back by an hour
// delays them by an hour.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <memory>
#include <string>

namespace seawind {

/// Connects to a UNIX socket at the first call. Shares no connection: a restarted server must not
/// be reached through a cached connection to its predecessor. Throws Error when the process cannot
/// have the threads that gRPC needs.
std::shared_ptr<grpc::Channel> connect_to(const std::string& socket);

/// Cancels the call of `context` when `limit` has passed. Destroy it before the context.
class CallLimit {
 public:
  CallLimit(grpc::ClientContext& context, std::chrono::milliseconds limit);
  ~CallLimit();
  CallLimit(const CallLimit&) = delete;
  CallLimit& operator=(const CallLimit&) = delete;

  /// `status` of the call that has ended; DEADLINE_EXCEEDED when the limit cancelled it.
  grpc::Status status_of(const grpc::Status& status) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
