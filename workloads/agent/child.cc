// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/child.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>

#include "common/error.h"
#include "common/pidfd.h"

namespace seawind {
namespace {

/// While the object exists, the next child of this thread is the first process of a new PID
/// namespace.
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

std::vector<std::string> clean_environment() {
  std::vector<std::string> out{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                               "LANG=C.UTF-8"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::string_view(*variable).starts_with("SEAWIND_")) out.emplace_back(*variable);
  }
  return out;
}

/// Async-signal-safe; false with errno.
bool enter_group(const std::string& file) {
  const int entry = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (entry < 0 || write(entry, "0", 1) != 1) return false;
  close(entry);
  return true;
}

}  // namespace

Child spawn_child(const std::vector<std::string>& arguments, const Launch& launch) {
  Pipe to_child = open_pipe();
  Pipe from_child = open_pipe();
  for (const Fd* own : {&to_child.write_end, &from_child.read_end})
    if (fcntl(own->get(), F_SETFL, O_NONBLOCK) != 0) throw system_error("make a pipe non-blocking");
  ProgramStart start{
      .arguments = arguments,
      .file = launch.program,
      .environment = clean_environment(),
      .files = {to_child.read_end.get(), from_child.write_end.get(), kInherit},
      .ignores_signals = false,
      .prepare = [&launch] { return std::ranges::all_of(launch.groups, enter_group); }};
  for (const Fd& file : launch.files) start.files.push_back(file.get());
  std::optional<NextInNewNamespace> apart;
  if (launch.own_processes) {
    start.blocked = {SIGTERM, SIGINT};
    apart.emplace();
  }
  Child child;
  child.process = start_program(start);
  child.input = std::move(to_child.write_end);
  child.output = std::move(from_child.read_end);
  return child;
}

void signal_child(const Child& child, int signal) {
  if (child.process.handle) pidfd_send_signal(child.process.handle.get(), signal, nullptr, 0);
}

std::string reap_child(const Child& child) {
  const int status = reap(child.process.pid);
  return status == 0 ? "" : describe_end(status);
}

}  // namespace seawind
