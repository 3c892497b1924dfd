// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/helper_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "common/error.h"
#include "namespaces/programs.h"

namespace seawind {

namespace {

/// Signals that a helper ignores. Until it does, they are blocked.
constexpr std::array kOfController{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};

}  // namespace

HelperProcess start_helper(const std::vector<std::string>& arguments, const Directory& logs,
                           const std::string& log, const std::vector<int>& files) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw system_error("make a control channel");
  MessageChannel channel{Fd(ends[0])};
  const Fd theirs(ends[1]);
  const Fd output = logs.append(log);
  ProgramStart start{.arguments = {own_executable().string()},
                     .file = "/proc/self/exe",
                     .files = {kNothing, output.get(), output.get(), theirs.get()},
                     .blocked = {kOfController.begin(), kOfController.end()}};
  start.arguments.insert(start.arguments.end(), arguments.begin(), arguments.end());
  start.files.insert(start.files.end(), files.begin(), files.end());
  return {start_program(start), std::move(channel)};
}

MessageChannel outlive_controller() {
  setsid();  // Ctrl-C in the terminal is for the controller and what it runs
  sigset_t blocked;
  sigemptyset(&blocked);
  for (const int number : kOfController) {
    signal(number, SIG_IGN);  // also discards a pending one
    sigaddset(&blocked, number);
  }
  sigprocmask(SIG_UNBLOCK, &blocked, nullptr);
  fcntl(kHelperChannel, F_SETFD, FD_CLOEXEC);
  return MessageChannel{Fd(kHelperChannel)};
}

}  // namespace seawind
