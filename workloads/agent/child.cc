// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "common/error.h"

extern "C" {  // glibc 2.36 forgot it
#include <sys/pidfd.h>
}

namespace seawind {
namespace {

constexpr int kFirstHandedOver = 3;

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
  SpawnSettings(int input, int output, const std::vector<Fd>& descriptors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    int place = kFirstHandedOver;
    for (const Fd& fd : descriptors) posix_spawn_file_actions_adddup2(&actions_, fd.get(), place++);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
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

}  // namespace

Child spawn_child(const std::vector<std::string>& arguments, const std::vector<Fd>& descriptors) {
  // Beyond the places they go to, so that none is overwritten before its turn.
  std::vector<Fd> moved;
  for (const Fd& fd : descriptors) {
    constexpr int kBeyond = kFirstHandedOver + 16;
    moved.emplace_back(fcntl(fd.get(), F_DUPFD_CLOEXEC, kBeyond));
    if (!moved.back()) throw system_error("hand a file to " + arguments.front());
  }
  Pipe to_child = open_pipe();
  Pipe from_child = open_pipe();
  if (fcntl(from_child.read_end.get(), F_SETFL, O_NONBLOCK) != 0) {
    throw system_error("make a pipe non-blocking");
  }
  const SpawnSettings settings(to_child.read_end.get(), from_child.write_end.get(), moved);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  Child child;
  const int error = posix_spawn(&child.pid, arguments.front().c_str(), settings.actions(),
                                settings.attributes(), argv.data(), environ);
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
    if (errno != EINTR) throw system_error("learn how a generator ended");
  }
  if (info.si_code == CLD_EXITED) {
    return info.si_status == 0 ? "" : fmt::format("ended with status {}", info.si_status);
  }
  return fmt::format("was ended by signal {} ({})", info.si_status, strsignal(info.si_status));
}

}  // namespace seawind
