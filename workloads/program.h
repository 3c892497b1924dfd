// SPDX-License-Identifier: GPL-3.0-or-later
// An external program run by a generator. It is started from an argument list without a shell, in
// its own process group. The whole group is ended at once. The program ends with the generator.
// Output goes to a file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/process.h"

namespace seawind {

/// Bytes of the largest file a program may write; a program that exceeds it is ended by SIGXFSZ.
inline constexpr std::uint64_t kLargestProgramFile = 1 << 30;
/// Bytes of private memory that a process of a program may have; an allocation beyond it fails.
/// Address space that is only reserved is not counted.
inline constexpr std::uint64_t kLargestProgramMemory = std::uint64_t{4} << 30;
/// Divisor of kernel.threads-max (which grows with the machine's memory). The quotient is the
/// largest number of threads of the programs and generators of a user; beyond it fork() fails. A
/// program of root is not limited.
inline constexpr std::uint64_t kThreadsMaxDivisor = 4;

struct ProgramOptions {
  std::vector<std::string> argv;
  std::map<std::string, std::string> env;  // added to the generator's own
  std::string folder;                      // where it runs
  std::string output;                      // file for its standard output and error
  int output_descriptor = -1;              // of that file, if it is already open
};

/// Replaces {name} by values.at(name); other braces are unchanged.
std::string substitute(const std::string& text, const std::map<std::string, std::string>& values);

/// The program cannot be executed on this host; a retry would fail as well.
class ProgramRefused : public Error {
 public:
  using Error::Error;
};

class ExternalProgram {
 public:
  /// Starts the program under the limits above, or the lower ones of this process. Throws
  /// ProgramRefused: not found, not executable; Error: anything else.
  explicit ExternalProgram(const ProgramOptions& options);
  /// Kills the remaining processes of the group.
  ~ExternalProgram();
  ExternalProgram(const ExternalProgram&) = delete;
  ExternalProgram& operator=(const ExternalProgram&) = delete;

  /// A descriptor that becomes readable when the program has ended.
  int process() const { return process_.handle.get(); }
  /// Whether the program has ended. Also reaps orphans, which the first process of a PID namespace
  /// inherits.
  bool ended();
  /// Sends a signal to the whole process group.
  void signal(int signal);
  /// Empty for exit status 0, "ended with status 2", "was ended by signal 9 (Killed)"; only when
  /// ended().
  const std::string& end_text() const { return end_text_; }
  /// Whether the program has ended by itself, not by a signal.
  bool exited() const { return exited_; }
  /// The last line that it has printed, shortened and printable; empty: none.
  std::string last_output_line() const;

 private:
  Fd output_;
  Process process_;
  bool ended_ = false;
  std::string end_text_;
  bool exited_ = false;
};

/// Whether some socket of this network namespace listens on the TCP port, or is bound to the UDP
/// port.
bool is_listening(std::uint16_t port);

}  // namespace seawind
