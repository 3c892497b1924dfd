// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of `--at-fixed`: they run in the fixed host from before the command until after it.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "controller/exec/host_command.h"

namespace seawind {

class FixedCommands {
 public:
  /// Starts each of `commands` with /bin/sh -c. What they print goes line by line to standard
  /// error, after "fixed: " (with several commands "fixed 1: ", ...), unless `quiet`. `context`:
  /// has all but the arguments. Must be called by the main thread. Throws Error.
  FixedCommands(const LocalTestBed::Namespaces& hosts, const HostCommand& context,
                const std::vector<std::string>& commands, bool quiet);
  /// Ends their sessions: SIGTERM, and SIGKILL for what is left after two seconds. Does not wait
  /// longer than two more for a program that a tracer keeps.
  ~FixedCommands();
  FixedCommands(const FixedCommands&) = delete;
  FixedCommands& operator=(const FixedCommands&) = delete;

  /// Waits until every one of `ports` has a listener in the fixed host. Without any: until some TCP
  /// port besides `own` is open and, of several programs, each that still runs has opened one.
  /// Throws Error when that takes too long or a program ends with a failure before, and returns
  /// early when `stop` is requested. Without ports, programs that do not listen within a second are
  /// assumed to need no port; a line reports it.
  void wait_until_ready(const NetworkTables& sockets, const std::vector<std::uint16_t>& ports,
                        const std::vector<std::uint16_t>& own, const std::stop_token& stop);
  /// Reports programs that have ended with a failure since the last call.
  void report_failures();

 private:
  struct Program {
    std::string text;    // as given
    std::string prefix;  // "fixed: "
    Process process;
    Fd output;
    std::string begun{};             // a line that is not complete
    std::deque<std::string> last{};  // lines, with `quiet`
    std::optional<int> status{};     // of waitpid(), once it has ended
    bool reported = false;
  };
  void relay();
  /// Returns the number of bytes.
  std::size_t read_output(Program& program);
  /// Reads all that has been written, including an incomplete line.
  void read_rest(Program& program);
  bool has_ended(Program& program);
  /// Without ports to wait for: why the command should not begin yet; empty: it should.
  std::string not_ready(const std::vector<TcpSocket>& found, const std::vector<std::uint16_t>& own);
  std::string failure_of(Program& program);

  const bool quiet_;
  std::vector<Program> programs_;
  Fd stop_;
  std::mutex mutex_;  // of `output`, `begun` and `last` of every program
  std::thread relay_;
};

}  // namespace seawind
