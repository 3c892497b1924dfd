// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/call_limit.h"

#include <fmt/format.h>
#include <grpc/grpc.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <condition_variable>
#include <latch>
#include <map>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <vector>

#include "common/error.h"
#include "emulator/api/message_limit.h"

namespace seawind {

namespace {

/// gRPC waits silently for ever for threads that it cannot start. grpc_shutdown() can wait for ever
/// in the same way, so it is never called.
void start_grpc() {
  constexpr std::size_t kOfGrpc = 20;  // of its pool (at most 16), its timers and its poller
  std::latch end(1);
  std::vector<std::jthread> threads;
  try {
    while (threads.size() < kOfGrpc) threads.emplace_back([&end] { end.wait(); });
  } catch (const std::system_error& error) {
    end.count_down();
    throw Error(
        fmt::format("cannot start {} threads: {}; see `ulimit -u` and the limits of the "
                    "control group (`pids.max`)",
                    kOfGrpc, error.code().message()));
  }
  end.count_down();
  threads.clear();
  grpc_init();
}

}  // namespace

std::shared_ptr<grpc::Channel> connect_to(const std::string& socket) {
  static std::once_flag once;
  std::call_once(once, start_grpc);
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(kLargestMessage);
  return grpc::CreateCustomChannel("unix:" + socket, grpc::InsecureChannelCredentials(), arguments);
}

struct CallLimit::Impl {
  grpc::ClientContext& context;
  std::chrono::milliseconds limit;
  bool passed = false;  // no longer in the watch's list
  std::multimap<std::chrono::steady_clock::time_point, Impl*>::iterator entry;

  /// One thread for all calls of the process.
  class Watch;
};

class CallLimit::Impl::Watch {
 public:
  static Watch& instance() {
    static Watch watch;
    return watch;
  }

  void add(Impl& call) {
    const std::lock_guard lock(mutex_);
    call.entry = calls_.emplace(Clock::now() + call.limit, &call);
    if (call.entry == calls_.begin()) changed_.notify_all();
  }

  /// Afterwards the call's context is no longer used.
  void remove(Impl& call) {
    const std::lock_guard lock(mutex_);
    if (!call.passed) calls_.erase(call.entry);
  }

  bool passed(const Impl& call) {
    const std::lock_guard lock(mutex_);
    return call.passed;
  }

 private:
  using Clock = std::chrono::steady_clock;

  Watch() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      while (!calls_.empty() && calls_.begin()->first <= Clock::now()) {
        Impl& call = *calls_.begin()->second;
        calls_.erase(calls_.begin());
        call.passed = true;
        call.context.TryCancel();
      }
      if (calls_.empty()) {
        changed_.wait(lock, stop, [this] { return !calls_.empty(); });
        continue;
      }
      const auto first = calls_.begin()->first;
      changed_.wait_until(lock, stop, first,
                          [&] { return calls_.empty() || calls_.begin()->first < first; });
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::multimap<Clock::time_point, Impl*> calls_;  // by the end of their limit
  std::jthread thread_;
};

CallLimit::CallLimit(grpc::ClientContext& context, std::chrono::milliseconds limit)
    : impl_(std::make_unique<Impl>(Impl{.context = context, .limit = limit, .entry = {}})) {
  Impl::Watch::instance().add(*impl_);
}

CallLimit::~CallLimit() {
  Impl::Watch::instance().remove(*impl_);
}

grpc::Status CallLimit::status_of(const grpc::Status& status) const {
  if (status.error_code() != grpc::StatusCode::CANCELLED || !Impl::Watch::instance().passed(*impl_))
    return status;
  return {
      grpc::StatusCode::DEADLINE_EXCEEDED,
      fmt::format("no answer within {:.3g} s", static_cast<double>(impl_->limit.count()) / 1e3)};
}

}  // namespace seawind
