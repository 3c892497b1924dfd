// SPDX-License-Identifier: GPL-3.0-or-later
// A generator process's line to its agent: says that it is ready, learns its start, notices that it
// shall stop (SIGTERM, SIGINT, or the agent is gone), reports the outcome.
#pragma once

#include <cstdint>
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

  struct Start {
    std::int64_t intended;  // CLOCK_MONOTONIC, ns
    std::int64_t actual;    // read right after waking; the caller acts next
  };
  /// Blocks until the agent has given the start instant and it has come. Throws Stopped.
  Start wait_start();

  enum class Wake { kSocket, kTimer };
  /// Waits until `fd` has one of the poll `events` (or an error), or CLOCK_MONOTONIC reached
  /// `until_ns`. Throws Stopped.
  Wake wait(int fd, short events, std::int64_t until_ns);

  void report(const Outcome& outcome);

 private:
  void throw_if_stopped(short signal_events, short input_events) const;
  std::string read_line();
  void write_all(const std::string& text);

  int in_;
  int out_;
  Fd signals_;
};

}  // namespace seawind
