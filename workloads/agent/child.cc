// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>

#include "common/error.h"

extern "C" {  // glibc 2.36 forgot it
#include <sys/pidfd.h>
}

namespace seawind {
namespace {

struct Pipe {
  Fd read_end;
  Fd write_end;
};

Pipe open_pipe() {
  std::array<int, 2> ends{};
  // Closed on exec: no other child may hold an end open, or its end of file would never come.
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error("open a pipe");
  return {Fd(ends[0]), Fd(ends[1])};
}

class SpawnSettings {
 public:
  SpawnSettings(int input, int output, const std::vector<int>& files, bool own_processes) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    int next = STDERR_FILENO + 1;
    for (const int file : files) posix_spawn_file_actions_adddup2(&actions_, file, next++);
    posix_spawn_file_actions_addclosefrom_np(&actions_, next);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    if (own_processes) {
      sigaddset(&signals, SIGTERM);
      sigaddset(&signals, SIGINT);
    }
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// While it lives, the next child of this thread is the first process of a new PID namespace.
class NextInNewNamespace {
 public:
  NextInNewNamespace() : home_(open("/proc/thread-self/ns/pid", O_RDONLY | O_CLOEXEC)) {
    if (!home_) throw system_error("open the PID namespace");
    if (unshare(CLONE_NEWPID) != 0) throw system_error("make a PID namespace");
  }
  ~NextInNewNamespace() {
    if (setns(home_.get(), CLONE_NEWPID) == 0) return;
    // The agent would start every later child in a PID namespace that no longer exists, so it
    // cannot continue.
    std::perror("seawind-agent: cannot return to its PID namespace");
    _exit(3);
  }
  NextInNewNamespace(const NextInNewNamespace&) = delete;
  NextInNewNamespace& operator=(const NextInNewNamespace&) = delete;

 private:
  Fd home_;
};

/// Copies of the files above every descriptor a child gets: adddup2() to 3, 4, ... must overwrite
/// none that is still needed, and of a descriptor onto itself would leave it closed on exec.
std::vector<Fd> moved_up(const std::vector<Fd>& files) {
  std::vector<Fd> out;
  for (const Fd& file : files) {
    const int least = STDERR_FILENO + 1 + static_cast<int>(files.size());
    out.emplace_back(fcntl(file.get(), F_DUPFD_CLOEXEC, least));
    if (!out.back()) throw system_error("hand over a file");
  }
  return out;
}

std::vector<std::string> clean_environment() {
  std::vector<std::string> out{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                               "LANG=C.UTF-8"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::string_view(*variable).starts_with("SEAWIND_")) out.emplace_back(*variable);
  }
  return out;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace

Child spawn_child(const std::vector<std::string>& arguments, const Launch& launch) {
  Pipe to_child = open_pipe();
  Pipe from_child = open_pipe();
  if (fcntl(from_child.read_end.get(), F_SETFL, O_NONBLOCK) != 0) {
    throw system_error("make a pipe non-blocking");
  }
  const std::vector<Fd> files = moved_up(launch.files);
  std::vector<int> numbers;
  for (const Fd& file : files) numbers.push_back(file.get());
  // The pipes' ends may have numbers that the files are to get: they come first, as 0 and 1.
  const SpawnSettings settings(to_child.read_end.get(), from_child.write_end.get(), numbers,
                               launch.own_processes);
  const std::vector<std::string> environment = clean_environment();
  Child child;
  const int error = [&] {
    std::optional<NextInNewNamespace> apart;
    if (launch.own_processes) apart.emplace();
    return posix_spawn(&child.pid, arguments.front().c_str(), settings.actions(),
                       settings.attributes(), pointers(arguments).data(),
                       pointers(environment).data());
  }();
  if (error != 0) throw system_error("start " + arguments.front(), error);
  child.process = Fd(pidfd_open(child.pid, 0));
  if (!child.process) {
    const Error failed = system_error("watch " + arguments.front());
    kill(child.pid, SIGKILL);
    waitpid(child.pid, nullptr, 0);
    throw failed;
  }
  child.input = std::move(to_child.write_end);
  child.output = std::move(from_child.read_end);
  return child;
}

void signal_child(const Child& child, int signal) {
  if (child.process) pidfd_send_signal(child.process.get(), signal, nullptr, 0);
}

std::string reap_child(const Child& child) {
  siginfo_t info{};
  while (waitid(P_PIDFD, static_cast<id_t>(child.process.get()), &info, WEXITED) != 0) {
    if (errno != EINTR) throw system_error("read the exit status of a generator");
  }
  if (info.si_code == CLD_EXITED) {
    return info.si_status == 0 ? "" : fmt::format("ended with status {}", info.si_status);
  }
  return fmt::format("was ended by signal {} ({})", info.si_status, strsignal(info.si_status));
}

}  // namespace seawind
