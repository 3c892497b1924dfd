// SPDX-License-Identifier: GPL-3.0-or-later
// Blocking gRPC calls that can be broken off, and what their failures mean to a repetition.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

#include "common/error.h"

namespace seawind {

/// A call that did not succeed. what() reads "WHO CALL: message".
class RpcError : public Error {
 public:
  RpcError(const std::string& what, grpc::StatusCode code) : Error(what), code_(code) {}
  /// The other end is gone or does not answer.
  bool lost() const {
    return code_ == grpc::StatusCode::UNAVAILABLE || code_ == grpc::StatusCode::DEADLINE_EXCEEDED;
  }
  bool refused() const { return code_ == grpc::StatusCode::FAILED_PRECONDITION; }

 private:
  grpc::StatusCode code_;
};

/// The instant of a start had passed before the agents knew it: the machine was too slow.
class StartMissed : public Error {
 public:
  using Error::Error;
};

/// Thrown out of a call when the attempt is to be broken off.
struct Stopped {};

/// One other end: its stub, its name in messages.
template <typename Stub>
class Peer {
 public:
  Peer(std::string name, std::unique_ptr<Stub> stub, std::stop_token stop)
      : name_(std::move(name)), stub_(std::move(stub)), stop_(std::move(stop)) {}

  /// At most `timeout`; fails at once when the other end is not there.
  template <typename Request, typename Reply>
  Reply call(const char* what,
             grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*),
             const Request& request, std::chrono::milliseconds timeout = std::chrono::seconds(20)) {
    grpc::ClientContext context;
    context.set_wait_for_ready(false);
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    const std::stop_callback cancel(stop_, [&context] { context.TryCancel(); });
    Reply reply;
    const grpc::Status status = (stub_.get()->*method)(&context, request, &reply);
    if (stop_.stop_requested()) throw Stopped();
    if (!status.ok())
      throw RpcError(name_ + ": " + what + ": " + status.error_message(), status.error_code());
    return reply;
  }

 private:
  std::string name_;
  std::unique_ptr<Stub> stub_;
  std::stop_token stop_;
};

}  // namespace seawind
