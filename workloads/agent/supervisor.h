// SPDX-License-Identifier: GPL-3.0-or-later
// Runs generator processes: one per end of a flow. A single thread starts, watches and reaps them,
// for two reasons: nothing is polled, and the kernel ties a child's life (PR_SET_PDEATHSIG) to the
// thread that started it, which must not be a passing RPC thread.
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

struct FlowEnd {
  std::string flow;
  bool source = false;
  auto operator<=>(const FlowEnd&) const = default;
};

/// What an end waits for.
struct EndDuties {
  bool expects_start = false;  // it is told the flow's start
  bool only_serves = false;    // it goes on until finish()
};

struct EndResult {
  FlowEnd end;
  bool ended = false;  // false: still running, `outcome` says nothing
  Outcome outcome;
};

/// Thread-safe. Failures throw Failure.
class Supervisor {
 public:
  struct Limits {
    std::chrono::milliseconds ready{10'000};  // from start to ready
    std::chrono::milliseconds grace{2'000};   // from SIGTERM to SIGKILL
  };

  explicit Supervisor(Limits limits);
  /// Ends all generators.
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Starts a generator and returns when it is ready. kExists: this end is there already;
  /// kPrecondition: it did not become ready, with its own words. `launch`: called when the end is
  /// new, tells how the generator is started; what it throws is passed on.
  void prepare(const FlowEnd& end, std::vector<std::string> arguments, EndDuties duties,
               const std::function<Launch()>& launch = {});
  /// The same for an end of which only a source waits for a start.
  void prepare(const FlowEnd& end, std::vector<std::string> arguments) {
    prepare(end, std::move(arguments), {.expects_start = end.source, .only_serves = false});
  }
  /// Gives every prepared end that waits for one its start instant (CLOCK_MONOTONIC, ns): all or,
  /// on a Failure, none.
  void start(const std::vector<std::pair<std::string, std::int64_t>>& starts);
  /// Hands a word to every running end of a flow. kNotFound: there is none.
  void notify(const std::string& flow, const std::string& text);
  /// Tells the ends that only serve to end.
  void finish();
  /// Until all but those that only serve have ended, the time-out is over, or `cancelled` says so
  /// (asked once a second).
  std::vector<EndResult> wait(std::chrono::nanoseconds timeout,
                              const std::function<bool()>& cancelled);
  /// SIGTERM, then SIGKILL after the grace; returns when all have been reaped and forgotten.
  void reset();
  /// Makes wait() return at once, now and later.
  void stop_waiting();

 private:
  struct Entry {
    std::vector<std::string> arguments;
    Launch launch;
    std::optional<Child> child;  // none: not started yet
    std::string received;        // output without its last newline
    bool ready = false;
    bool started = false;  // knows its start
    EndDuties duties;
    bool ended = false;
    bool forget = false;  // erase when ended
    Outcome outcome;
    std::optional<Outcome> reported;
    std::string garbled;  // a line that could not be understood
  };

  void loop();
  void wake();
  void spawn(Entry& entry);
  void read_output(Entry& entry);
  void take_line(Entry& entry, const std::string& line);
  void finish(const FlowEnd& end, Entry& entry);
  void signal_all(int signal);
  static bool running(const Entry& entry) { return entry.ready && !entry.ended && entry.child; }
  /// A line is far below PIPE_BUF: whole or not at all. One that died is seen by the thread.
  static void tell(const Entry& entry, const std::string& line, const char* tried);

  const Limits limits_;
  Fd wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<FlowEnd, Entry> entries_;  // erased by the thread only
  bool no_waiting_ = false;
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace seawind
