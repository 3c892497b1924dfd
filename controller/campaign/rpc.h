// SPDX-License-Identifier: GPL-3.0-or-later
// Blocking gRPC calls that can be interrupted, and what their failures mean to a repetition.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <charconv>
#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

#include "common/error.h"
#include "controller/testbed/call_limit.h"

namespace seawind {

/// The server of a call.
enum class Server { kDaemon, kAgent };

/// The errno of the system call that failed in the server; 0: not reported.
inline int error_number(const grpc::Status& status) {
  const std::string& details = status.error_details();  // format: see the .proto files
  int number = 0;
  std::from_chars(details.data(), details.data() + details.size(), number);
  return number;
}

/// A call that failed. what() reads "WHO CALL: message".
class RpcError : public SystemError {
 public:
  RpcError(const std::string& what, Server server, const grpc::Status& status)
      : SystemError(what, error_number(status)), server_(server), code_(status.error_code()) {}
  Server server() const { return server_; }
  /// Whether the server has ended or does not answer.
  bool lost() const {
    return code_ == grpc::StatusCode::UNAVAILABLE || code_ == grpc::StatusCode::DEADLINE_EXCEEDED;
  }
  /// Whether the program of a flow itself failed, see Agent.Prepare.
  bool program_failed() const { return code_ == grpc::StatusCode::ABORTED; }
  /// Whether the server has no object of the name in the request.
  bool not_found() const { return code_ == grpc::StatusCode::NOT_FOUND; }
  bool refused() const { return code_ == grpc::StatusCode::FAILED_PRECONDITION; }

 private:
  Server server_;
  grpc::StatusCode code_;
};

/// The traffic cannot start on time: its instant passed before the agents received it, because the
/// machine was too slow, or the uncertainty of the hosts' clocks is too large.
class StartMissed : public Error {
 public:
  using Error::Error;
};

/// Thrown out of a call when the attempt must be stopped.
struct Stopped {};

/// A server of calls: its stub (the generated StubInterface), its name in messages.
template <typename Stub>
class RpcClient {
 public:
  RpcClient(Server server, std::string name, std::unique_ptr<Stub> stub, std::stop_token stop)
      : server_(server), name_(std::move(name)), stub_(std::move(stub)), stop_(std::move(stop)) {}

  /// Waits at most `timeout`.
  template <typename Request, typename Reply>
  Reply call(const char* what,
             grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*),
             const Request& request, std::chrono::milliseconds timeout = std::chrono::seconds(20)) {
    grpc::ClientContext context;
    const CallLimit limit(context, timeout);
    const std::stop_callback cancel(stop_, [&context] { context.TryCancel(); });
    Reply reply;
    const grpc::Status status = limit.status_of((stub_.get()->*method)(&context, request, &reply));
    if (stop_.stop_requested()) throw Stopped();
    if (!status.ok())
      throw RpcError(name_ + ": " + what + ": " + status.error_message(), server_, status);
    return reply;
  }

  /// As call(), but also when the attempt must be stopped. The result is ignored.
  template <typename Request, typename Reply>
  void try_call(grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*),
                const Request& request, std::chrono::milliseconds timeout) {
    grpc::ClientContext context;
    const CallLimit limit(context, timeout);
    Reply ignored;
    limit.status_of((stub_.get()->*method)(&context, request, &ignored));
  }

 private:
  Server server_;
  std::string name_;
  std::unique_ptr<Stub> stub_;
  std::stop_token stop_;
};

}  // namespace seawind
