// SPDX-License-Identifier: GPL-3.0-or-later
// Starts programs from an argument vector, without a shell.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind {

/// Values of ProgramStart::files besides descriptors.
inline constexpr int kInherit = -1;  // this process's descriptor of the same number
inline constexpr int kNothing = -2;  // /dev/null

struct Process {
  pid_t pid = -1;
  Fd handle;  // pidfd: readable when the process has ended
};

struct ProgramStart {
  std::vector<std::string> arguments;
  std::string file{};  // searched in PATH unless it contains a slash; empty: arguments[0]
  std::optional<std::vector<std::string>> environment{};  // NAME=VALUE; none: of this process
  std::vector<int> files{};                               // the program's descriptors 0, 1, 2, ...
  bool only_files = true;           // the program inherits no descriptor above those of `files`
  std::string folder{};             // working directory; empty: of this process
  std::vector<int> blocked{};       // the program's signal mask
  bool ignores_signals = true;      // keeps the ignored signals of this process (nohup)
  bool dies_with_parent = false;    // SIGKILL when the calling thread ends
  std::function<bool()> prepare{};  // called last before exec; async-signal-safe; false: errno
  /// Called in this process before the child executes the program. The child blocks all signals
  /// until then: the program gets a signal that is sent here once, even if it was sent before. If
  /// the function throws, the program is not executed.
  std::function<void(const Process&)> made{};
};

/// Returns when the program has been executed. Throws SystemError.
Process start_program(const ProgramStart& start);

/// Waits for the end of the process of a pidfd, at most `limit`. Returns whether it has ended; it
/// may not have been reaped.
inline bool ended_within(const Fd& process, std::chrono::milliseconds limit) {
  return readable_within(process.get(), limit);
}

/// Requests `signal` when the parent of this process (the thread that started it) ends. `parent` is
/// getppid() at the beginning of main(). Throws Error if that process has already ended.
void die_with_parent(pid_t parent, int signal);

/// Whether a child that has ended can be reaped within `limit`. A child with a tracer cannot be
/// reaped until the tracer has waited for it.
bool reapable_within(pid_t child, std::chrono::milliseconds limit);

/// Waits for the end of a child and reaps it. Returns the status of waitpid(). Throws Error.
int reap(pid_t child);

/// "ended with status 2" or "was ended by signal 9 (Killed)". `status`: of waitpid().
std::string describe_end(int status);

/// An argument vector or environment for exec; valid as long as `words`.
std::vector<char*> exec_words(const std::vector<std::string>& words);

/// The processes that /proc lists, as far as it can be read.
std::vector<pid_t> listed_processes();

struct Pipe {
  Fd read_end;
  Fd write_end;
};
/// Both ends are closed on exec, so that no other child holds an end open. Throws Error.
Pipe open_pipe();

}  // namespace seawind
