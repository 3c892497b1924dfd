// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "common/error.h"
#include "common/listed_files.h"
#include "common/pidfd.h"
#include "common/printable.h"

namespace seawind {
namespace {

/// Blocks all signals of this thread during its lifetime.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

/// The parent's preparations for the child, which must not allocate memory.
struct Prepared {
  const ProgramStart& start;
  const std::string& file = start.file.empty() ? start.arguments.at(0) : start.file;
  std::vector<char*> arguments = exec_words(start.arguments);
  std::vector<char*> environment =
      start.environment ? exec_words(*start.environment) : std::vector<char*>();
  std::vector<int> files = start.files;
  int least = std::max(STDERR_FILENO + 1, static_cast<int>(files.size()));  // the next descriptor
  pid_t parent = getpid();
};

/// Makes `files` the descriptors 0, 1, 2, ... They are first moved above these numbers, so that
/// none is overwritten and each dup2() clears close-on-exec. Returns false with errno.
bool install_files(std::vector<int>& files, int least) {
  for (int& file : files) {
    if (file == kInherit) continue;
    if (file == kNothing && (file = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0) return false;
    if ((file = fcntl(file, F_DUPFD_CLOEXEC, least)) < 0) return false;
  }
  int next = 0;
  for (const int file : files) {
    if (file != kInherit && dup2(file, next) < 0) return false;
    ++next;
  }
  return true;
}

/// In the child; async-signal-safe. Executes the program when the other end of `gate`, if it is
/// open, is closed. Returns only when a step failed, with errno.
void exec_program(Prepared& prepared, const Fd& gate) {
  const ProgramStart& start = prepared.start;
  if (start.dies_with_parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != prepared.parent) _exit(127);
  }
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction now {};
    const bool ignored = sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
    if (!ignored || !start.ignores_signals) signal(number, SIG_DFL);
  }
  if (!install_files(prepared.files, prepared.least)) return;
  if (start.only_files)
    close_range(static_cast<unsigned>(prepared.least), ~0U, CLOSE_RANGE_CLOEXEC);
  if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) return;
  if (start.prepare && !start.prepare()) return;
  if (char none = 0; gate && read(gate.get(), &none, sizeof none) != 0) return;
  sigset_t mask;
  sigemptyset(&mask);
  for (const int number : start.blocked) sigaddset(&mask, number);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  execvpe(prepared.file.c_str(), prepared.arguments.data(),
          start.environment ? prepared.environment.data() : environ);
}

}  // namespace

Process start_program(const ProgramStart& start) {
  Prepared prepared{start};
  const std::string action = "start " + printable(prepared.file);
  Pipe failure = open_pipe();  // exec closes it; a child that fails writes its errno
  Pipe gate = start.made ? open_pipe() : Pipe();
  for (Fd* const end : {&failure.write_end, &gate.read_end}) {
    if (!*end) continue;
    // The child's own files take the numbers below `least`.
    *end = Fd(fcntl(end->get(), F_DUPFD_CLOEXEC, prepared.least));
    if (!*end) throw system_error(action);
  }
  Process child;
  {
    const SignalsBlocked blocked;  // the child must not run this process's handlers
    child.pid = fork();
    if (child.pid == 0) {
      gate.write_end.reset();
      exec_program(prepared, gate.read_end);
      const int number = errno;
      (void)!write(failure.write_end.get(), &number, sizeof number);
      _exit(127);
    }
  }
  if (child.pid < 0) throw system_error(action);
  try {
    child.handle = Fd(pidfd_open(child.pid, 0));
    if (!child.handle) throw system_error("watch " + prepared.file);
    if (start.made) start.made(child);
  } catch (...) {
    kill(child.pid, SIGKILL);
    reap(child.pid);
    throw;
  }
  gate.write_end.reset();
  failure.write_end.reset();
  int number = 0;
  ssize_t got = 0;
  while ((got = read(failure.read_end.get(), &number, sizeof number)) < 0 && errno == EINTR) {
  }
  if (got > 0) {
    reap(child.pid);
    throw system_error(action, number);
  }
  return child;
}

void die_with_parent(pid_t parent, int signal) {
  if (prctl(PR_SET_PDEATHSIG, signal) != 0)
    throw system_error("request a signal at the end of the parent process");
  if (getppid() != parent) throw Error("cannot end with the parent process: it has already ended");
}

bool reapable_within(pid_t child, std::chrono::milliseconds limit) {
  constexpr std::chrono::milliseconds kStep{10};
  const auto until = std::chrono::steady_clock::now() + limit;
  for (;;) {
    siginfo_t how{};
    const int found = waitid(P_PID, static_cast<id_t>(child), &how, WEXITED | WNOHANG | WNOWAIT);
    if (found != 0 && errno != EINTR) return true;  // there is no such child to wait for
    if (found == 0 && how.si_pid != 0) return true;
    if (std::chrono::steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(kStep);
  }
}

int reap(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw system_error("wait for a program");
  return status;
}

std::string describe_end(int status) {
  if (WIFEXITED(status)) return fmt::format("ended with status {}", WEXITSTATUS(status));
  return fmt::format("was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
}

std::vector<char*> exec_words(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

std::vector<pid_t> listed_processes() {
  std::vector<pid_t> out;
  for (const auto& entry : listed_files("/proc"))
    if (const pid_t pid = std::atoi(entry.filename().c_str()); pid > 0) out.push_back(pid);
  return out;
}

Pipe open_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error("open a pipe");
  return {Fd(ends[0]), Fd(ends[1])};
}

}  // namespace seawind
