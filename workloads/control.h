// SPDX-License-Identifier: GPL-3.0-or-later
// The generator's side of the protocol with its agent (workloads/outcome.h): reports readiness,
// receives the start instant and notifications, detects a stop request (SIGTERM, SIGINT, or loss of
// the agent) and reports the outcome.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "common/error.h"
#include "common/fds.h"
#include "workloads/outcome.h"

namespace seawind {

/// Thrown out of Generator::run() on a stop request; what() gives its source.
class GeneratorStopped : public Error {
 public:
  using Error::Error;
};

class Control {
 public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  /// Blocks SIGTERM and SIGINT for the process and reads them from a descriptor instead. `in` and
  /// `out` are the pipes to the agent; the caller keeps ownership.
  Control(int in, int out);

  void ready();

  /// Registers `handler`. wait() and wait_start() call it with every message of the agent, except
  /// the start instant that wait_start() waits for.
  void on_message(std::function<void(const AgentMessage&)> handler) {
    handler_ = std::move(handler);
  }

  struct Start {
    std::int64_t intended;  // CLOCK_MONOTONIC, ns
    std::int64_t actual;    // read right after waking; the caller acts next
  };
  /// Blocks until the agent has sent the start instant and that instant is reached. Throws
  /// GeneratorStopped.
  Start wait_start();

  /// Sleeps until the exact instant. Not interruptible; for the last part of a wait.
  static void sleep_until(std::int64_t until_ns);

  enum class Wake { kSocket, kTimer, kMessage };
  /// Waits until `fd` (-1: none) has one of the poll `events` (or an error), CLOCK_MONOTONIC
  /// reached `until_ns`, or, with a handler, messages have been handled. Throws GeneratorStopped.
  Wake wait(int fd, short events, std::int64_t until_ns);
  /// Waits until CLOCK_MONOTONIC has reached `until_ns`. Throws GeneratorStopped.
  void wait_until(std::int64_t until_ns);

  void report(const Outcome& outcome);

 private:
  void throw_if_stopped(short signal_events, short input_events) const;
  /// Reads the agent's messages. Keeps the start instant; passes the other messages to the handler.
  void read_messages();
  void write_line(const std::string& line);

  int in_;
  int out_;
  Fd signals_;
  std::string received_;               // of the agent's pipe, after the last newline
  std::optional<std::int64_t> start_;  // received, for wait_start()
  bool awaits_start_ = false;
  std::function<void(const AgentMessage&)> handler_;
};

}  // namespace seawind
