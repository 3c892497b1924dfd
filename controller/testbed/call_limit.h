// SPDX-License-Identifier: GPL-3.0-or-later
// A limit on the time of a blocking gRPC call, by the monotonic clock. gRPC's own deadlines are not
// used: its timers wait with condition variables of the wall clock
// (absl::CondVar::WaitWithDeadline), so a wall clock that is set back by an hour delays them by an
// hour.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <memory>

namespace seawind {

/// Cancels the call of `context` when `limit` has passed. Destroy it before the context.
class CallLimit {
 public:
  CallLimit(grpc::ClientContext& context, std::chrono::milliseconds limit);
  ~CallLimit();
  CallLimit(const CallLimit&) = delete;
  CallLimit& operator=(const CallLimit&) = delete;

  /// `status` of the call that has ended; DEADLINE_EXCEEDED when the limit cancelled it.
  grpc::Status judge(const grpc::Status& status) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace seawind
