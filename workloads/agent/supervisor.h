// SPDX-License-Identifier: GPL-3.0-or-later
// Runs generator processes, one per end of a flow. One thread starts, monitors and reaps them. This
// avoids polling. The kernel kills a generator when the thread that started it ends
// (PR_SET_PDEATHSIG in workloads/main.cc); that must therefore not be a short-lived RPC thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/fds.h"
#include "workloads/agent/child.h"
#include "workloads/outcome.h"

namespace seawind {

struct FlowEndpoint {
  std::string flow;
  bool source = false;
  auto operator<=>(const FlowEndpoint&) const = default;
};

/// The messages that an end waits for.
struct EndpointRole {
  bool expects_start = false;  // receives the flow's start instant
  bool only_serves = false;    // runs until finish()
};

struct EndResult {
  FlowEndpoint end;
  bool ended = false;  // false: still running, `outcome` is not valid
  Outcome outcome;
};

/// Thread-safe. Refusals throw Failure, system errors SystemError.
class Supervisor {
 public:
  struct Limits {
    std::chrono::milliseconds ready{10'000};                // from start to ready
    std::chrono::milliseconds grace{2 * kProgramPatience};  // from SIGTERM to SIGKILL
  };

  explicit Supervisor(Limits limits);
  /// Ends all generators.
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Starts a generator and returns when it is ready. kExists: this end already exists.
  /// kPrecondition: the generator did not become ready; the message contains its error. `launch` is
  /// called if the end is new and returns how the generator is started; its exceptions propagate.
  void prepare(const FlowEndpoint& end, std::vector<std::string> arguments, EndpointRole role,
               const std::function<Launch()>& launch = {});
  /// Sends the start instants (CLOCK_MONOTONIC, ns) to all prepared ends that wait for one; on a
  /// Failure, to none.
  void start(const std::vector<std::pair<std::string, std::int64_t>>& starts);
  /// Sends a notification to every running end of a flow. kNotFound: no end is running.
  void notify(const std::string& flow, const std::string& text);
  /// Requests that the serving ends finish.
  void finish();
  /// Blocks until all ends except the serving ones have ended, any end has failed, the timeout
  /// expires, `cancelled` (called once a second) returns true, or stop_waiting() is called.
  std::vector<EndResult> wait(std::chrono::nanoseconds timeout,
                              const std::function<bool()>& cancelled);
  /// Sends SIGTERM to all ends, then SIGKILL after the grace. Returns when all are reaped and
  /// erased.
  void reset();
  /// Makes current and later calls of wait() return at once.
  void stop_waiting();

 private:
  struct Entry {
    std::vector<std::string> arguments;
    Launch launch;
    std::optional<Child> child;  // none: not started yet
    std::string received;        // output after the last newline
    bool ready = false;
    bool started = false;  // start instant sent
    EndpointRole role;
    bool ended = false;
    bool discarded = false;  // erase when ended
    Outcome outcome;
    std::optional<Outcome> reported;
    std::string garbled;  // error of the first invalid line
  };

  void loop();
  void wake();
  void spawn(Entry& entry);
  void read_output(Entry& entry);
  void take_line(Entry& entry, const std::string& line);
  void record_end(const FlowEndpoint& end, Entry& entry);
  void signal_all(int signal);
  static bool running(const Entry& entry) { return entry.ready && !entry.ended && entry.child; }
  /// Writes are atomic, because a line is shorter than PIPE_BUF. The thread detects an end that has
  /// died. The pipe is empty at the start; only notifications that the end does not read fill it.
  static void send_line(const Entry& entry, const std::string& line, const char* tried);

  const Limits limits_;
  Fd wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<FlowEndpoint, Entry> entries_;  // erased by the thread only
  bool no_waiting_ = false;
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace seawind
