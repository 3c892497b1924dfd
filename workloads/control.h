// SPDX-License-Identifier: GPL-3.0-or-later
// A generator process's line to its agent: says that it is ready, learns its start, hears what the
// agent passes on, notices that it shall stop (SIGTERM, SIGINT, or the agent is gone), reports the
// outcome.
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

/// Thrown out of a generator's run when it was told to stop; what() says by whom.
class Stopped : public Error {
 public:
  using Error::Error;
};

class Control {
 public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  /// Blocks SIGTERM and SIGINT for the process and reads them from a descriptor instead. `in` and
  /// `out` are the agent's pipes and stay the caller's.
  Control(int in, int out);

  void ready();

  /// From now on `handler` is called, out of wait() and wait_start(), with every message of the
  /// agent that is not the start wait_start() waits for.
  void on_message(std::function<void(const AgentMessage&)> handler) {
    handler_ = std::move(handler);
  }

  struct Start {
    std::int64_t intended;  // CLOCK_MONOTONIC, ns
    std::int64_t actual;    // read right after waking; the caller acts next
  };
  /// Blocks until the agent has given the start instant and it has come. Throws Stopped.
  Start wait_start();

  /// Sleeps to the exact instant; for the last stretch, it cannot be interrupted.
  static void sleep_until(std::int64_t until_ns);

  enum class Wake { kSocket, kTimer, kMessage };
  /// Waits until `fd` (-1: none) has one of the poll `events` (or an error), CLOCK_MONOTONIC
  /// reached `until_ns`, or, with a handler, messages have been handled. Throws Stopped.
  Wake wait(int fd, short events, std::int64_t until_ns);

  void report(const Outcome& outcome);

 private:
  void throw_if_stopped(short signal_events, short input_events) const;
  /// Reads what the agent has sent; the start is kept, the rest goes to the handler.
  void read_messages();
  void write_all(const std::string& text);

  int in_;
  int out_;
  Fd signals_;
  std::string received_;               // of the agent's pipe, without its last newline
  std::optional<std::int64_t> start_;  // told, and wanted by wait_start()
  bool wants_start_ = false;
  std::function<void(const AgentMessage&)> handler_;
};

}  // namespace seawind
