// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/host_guard.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "common/error.h"
#include "common/pidfd.h"
#include "common/print_error.h"
#include "controller/testbed/helper_process.h"

namespace seawind {
namespace {

using std::chrono::steady_clock;

constexpr auto kGuardLogName = "guard.log";
constexpr std::chrono::seconds kTermGrace{2};  // between SIGTERM and SIGKILL
constexpr std::chrono::seconds kKillLimit{5};  // a process that waits for a device stays longer
constexpr std::chrono::milliseconds kScanStep{20};
constexpr std::chrono::seconds kStartLimit{20};
// Descriptors of the process.
constexpr int kUser = kHelperChannel + 1;
constexpr int kFixed = kHelperChannel + 2;
constexpr int kMobile = kHelperChannel + 3;

/// Whether the thread is in one of the hosts; nothing for one that has ended.
std::optional<bool> thread_is_in_hosts(const std::filesystem::path& thread) {
  struct stat its {};
  if (stat((thread / "ns/net").c_str(), &its) != 0) return {};
  return std::ranges::any_of(std::array{kFixed, kMobile}, [&its](int host) {
    struct stat one {};
    return fstat(host, &one) == 0 && one.st_dev == its.st_dev && one.st_ino == its.st_ino;
  });
}

/// Whether the process is in one of the hosts. False for one that has ended. The first thread, for
/// which the kernel shows the process, may end before the others.
bool is_in_hosts(const std::filesystem::path& process) {
  if (const auto first = thread_is_in_hosts(process)) return *first;
  std::error_code ended;
  std::filesystem::directory_iterator thread(process / "task", ended);
  for (; thread != std::filesystem::directory_iterator(); thread.increment(ended))
    if (thread_is_in_hosts(thread->path()).value_or(false)) return true;
  return false;
}

/// Sends `number` (0: none) to all processes of the hosts but this one. Returns whether there are
/// any.
bool signal_programs(int number) {
  bool any = false;
  std::error_code ended;
  std::filesystem::directory_iterator entry("/proc", ended);
  for (; entry != std::filesystem::directory_iterator(); entry.increment(ended)) {
    const pid_t pid = std::atoi(entry->path().filename().c_str());
    if (pid <= 0 || pid == getpid()) continue;
    const Fd process(pidfd_open(pid, 0));  // first: the number may get another process
    if (!process || !is_in_hosts(entry->path())) continue;
    any = true;
    pidfd_send_signal(process.get(), number, nullptr, 0);
  }
  return any;
}

/// Whether the numbers in /proc are those of this process's PID namespace. Otherwise they could be
/// those of processes that are in no host.
bool proc_is_own() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self", none) == std::to_string(getpid());
}

void end_programs() {
  if (!proc_is_own()) throw Error("/proc has the processes of another PID namespace");
  if (!signal_programs(SIGTERM)) return;
  auto until = steady_clock::now() + kTermGrace;
  while (signal_programs(0) && steady_clock::now() < until) std::this_thread::sleep_for(kScanStep);
  until = steady_clock::now() + kKillLimit;
  while (signal_programs(SIGKILL) && steady_clock::now() < until)
    std::this_thread::sleep_for(kScanStep);
}

}  // namespace

int run_host_guard() {
  setsid();  // Ctrl-C in the terminal is for exec and its command
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) signal(number, SIG_IGN);
  MessageChannel channel{Fd(kHelperChannel)};
  try {
    if (geteuid() != 0 && setns(kUser, CLONE_NEWUSER) != 0)
      throw system_error("enter the user namespace of the hosts");
    // The guard of an outer call must not end this one before it has done its work.
    if (setns(kFixed, CLONE_NEWNET) != 0) throw system_error("enter the fixed host");
    channel.send({{"ok", true}});
    channel.receive();  // until the end of exec
    end_programs();
    return 0;
  } catch (const std::exception& error) {
    std::fputs(fmt::format("guard: {}\n", error.what()).c_str(), stderr);
    return 1;
  }
}

HostGuard::HostGuard(const LocalTestBed::Namespaces& hosts, const Directory& logs)
    : channel_(Fd()) {
  HelperProcess helper = start_helper({kHostGuardCommand}, logs, kGuardLogName,
                                      {hosts.user.get(), hosts.fixed.get(), hosts.mobile.get()});
  channel_ = std::move(helper.channel);
  process_ = std::move(helper.process);
  if (channel_.readable_within(kStartLimit) && channel_.receive()) return;
  kill(process_.pid, SIGKILL);
  reap(process_.pid);
  throw Error("cannot watch the programs of the hosts; see " + logs.path_of(kGuardLogName));
}

HostGuard::~HostGuard() {
  channel_ = MessageChannel(Fd());
  kill(process_.pid, SIGCONT);  // the command may have stopped it
  constexpr std::chrono::milliseconds kEndLimit = 2 * (kTermGrace + kKillLimit);
  if (!ended_within(process_.handle, kEndLimit)) kill(process_.pid, SIGKILL);
  try {
    if (const int status = reap(process_.pid); status != 0)
      print_error("seawind: warning: programs of this run may be left running: their guard {}\n",
                  describe_end(status));
  } catch (const Error&) {  // it has been reaped
  }
}

}  // namespace seawind
