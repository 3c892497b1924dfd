// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/host_guard.h"

#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/pidfd.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "namespaces/helper_process.h"
#include "namespaces/netns.h"

namespace seawind {
namespace {

using std::chrono::steady_clock;

constexpr auto kGuardLogName = "guard.log";
constexpr std::chrono::seconds kTermGrace{2};  // between SIGTERM and SIGKILL
constexpr std::chrono::seconds kKillLimit{5};  // a process that waits for a device stays longer
constexpr std::chrono::milliseconds kScanStep{20};
constexpr std::chrono::milliseconds kEndLimit = 2 * (kTermGrace + kKillLimit);
constexpr std::chrono::seconds kStartLimit{20};
// Descriptors of the process.
constexpr int kUser = kHelperChannel + 1;
constexpr int kFixed = kHelperChannel + 2;
constexpr int kMobile = kHelperChannel + 3;

/// The descriptors of network namespaces.
using Hosts = std::vector<int>;

std::filesystem::path folder_of(pid_t process) {
  return std::filesystem::path("/proc") / std::to_string(process);
}

/// Whether the thread is in one of the hosts; nothing for one that has ended or is hidden.
std::optional<bool> thread_is_in(const Hosts& hosts, const std::filesystem::path& thread) {
  struct stat its {};
  if (stat((thread / "ns/net").c_str(), &its) != 0) return {};
  return std::ranges::any_of(hosts, [&its](int host) {
    struct stat one {};
    return fstat(host, &one) == 0 && one.st_dev == its.st_dev && one.st_ino == its.st_ino;
  });
}

/// Whether the process is in one of the hosts. False for one that has ended. The first thread,
/// which /proc/PID shows, may end before the others, and each may enter another namespace.
bool is_in(const Hosts& hosts, const std::filesystem::path& process) {
  if (thread_is_in(hosts, process).value_or(false)) return true;
  std::error_code ended;
  std::filesystem::directory_iterator thread(process / "task", ended);
  for (; thread != std::filesystem::directory_iterator(); thread.increment(ended))
    if (thread_is_in(hosts, thread->path()).value_or(false)) return true;
  return false;
}

/// All processes of the hosts except this one.
std::vector<Process> processes_in(const Hosts& hosts) {
  std::vector<Process> found;
  for (const pid_t pid : listed_processes()) {
    if (pid == getpid()) continue;
    Fd handle(pidfd_open(pid, 0));  // first: the pid may be reused
    if (handle && is_in(hosts, folder_of(pid))) found.push_back({pid, std::move(handle)});
  }
  return found;
}

/// Processes whose network namespace this one may not see.
std::set<pid_t> hidden_processes() {
  std::set<pid_t> found;
  for (const pid_t pid : listed_processes()) {
    struct stat its {};
    if (stat((folder_of(pid) / "ns/net").c_str(), &its) != 0 && errno == EACCES) found.insert(pid);
  }
  return found;
}

struct Targets {
  Hosts hosts;
  std::vector<Process> spared{};
};

bool is_spared(const Targets& targets, pid_t pid) {
  return std::ranges::any_of(targets.spared, [pid](const Process& one) {
    return one.pid == pid && !ended_within(one.handle, std::chrono::milliseconds(0));
  });
}

/// Sends `number` (0: none) to the processes. Returns whether there are any.
bool signal_programs(const Targets& targets, int number) {
  bool any = false;
  for (const Process& process : processes_in(targets.hosts)) {
    if (is_spared(targets, process.pid)) continue;
    any = true;
    pidfd_send_signal(process.handle.get(), number, nullptr, 0);
  }
  return any;
}

/// Whether the numbers in /proc are those of this process's PID namespace. Otherwise they could be
/// those of processes that are in no host.
bool proc_is_own() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self", none) == std::to_string(getpid());
}

/// Returns whether there were any. Throws Error when they do not end.
bool end_programs(const Targets& targets) {
  if (!proc_is_own()) throw Error("/proc has the processes of another PID namespace");
  if (!signal_programs(targets, SIGTERM)) return false;
  auto until = steady_clock::now() + kTermGrace;
  while (signal_programs(targets, 0) && steady_clock::now() < until)
    std::this_thread::sleep_for(kScanStep);
  until = steady_clock::now() + kKillLimit;
  while (signal_programs(targets, SIGKILL)) {
    if (steady_clock::now() >= until)
      throw Error("programs of the hosts do not end, or may not be ended without CAP_KILL");
    std::this_thread::sleep_for(kScanStep);
  }
  return true;
}

/// Throws Error when there are hidden processes that have begun since `before`.
void require_no_hidden(const std::set<pid_t>& before) {
  const std::set<pid_t> now = hidden_processes();
  const auto begun = std::ranges::count_if(now, [&](pid_t pid) { return !before.contains(pid); });
  if (begun == 0) return;
  throw Error(fmt::format("processes that cannot be examined without CAP_SYS_PTRACE: {}", begun));
}

}  // namespace

int run_host_guard() {
  MessageChannel channel = outlive_controller();
  const bool root =
      geteuid() == 0 && in_initial_user_namespace();  // another user can never examine others'
  try {
    if (geteuid() != 0 && setns(kUser, CLONE_NEWUSER) != 0)
      throw system_error("enter the user namespace of the hosts");
    // The guard of an outer call must not end this one before it has done its work.
    if (setns(kFixed, CLONE_NEWNET) != 0) throw system_error("enter the fixed host");
    const Targets mobile{.hosts = {kMobile}, .spared = processes_in({kMobile})};
    const std::set<pid_t> hidden = root ? hidden_processes() : std::set<pid_t>();
    channel.send({{"ok", true}});
    while (channel.receive()) {
      bool ended = false;
      try {
        ended = end_programs(mobile);
      } catch (const Error&) {  // reported at the end
      }
      channel.send({{"ended", ended}});
    }
    end_programs({.hosts = {kFixed, kMobile}});
    if (root) require_no_hidden(hidden);
    return 0;
  } catch (const std::exception& error) {
    print_error("guard: {}\n", error.what());
    return 1;
  }
}

HostGuard::HostGuard(const LocalTestBed::Namespaces& hosts, const Directory& logs)
    : logs_(logs.duplicate()), channel_(Fd()) {
  HelperProcess helper = start_helper({kHostGuardCommand}, logs, kGuardLogName,
                                      {hosts.user.get(), hosts.fixed.get(), hosts.mobile.get()});
  channel_ = std::move(helper.channel);
  process_ = std::move(helper.process);
  if (channel_.readable_within(kStartLimit) && channel_.receive()) return;
  kill(process_.pid, SIGKILL);
  reap(process_.pid);
  throw Error("cannot watch the programs of the hosts; see " + logs.path_of(kGuardLogName));
}

bool HostGuard::end_mobile_programs() {
  kill(process_.pid, SIGCONT);  // the command may have stopped it
  try {
    channel_.send(nlohmann::json::object());
    if (!channel_.readable_within(kEndLimit)) return false;
    const auto answer = channel_.receive();
    return answer && answer->value("ended", false);
  } catch (const Error&) {  // the guard was killed; its end is reported by the destructor
    return false;
  }
}

/// The first line of its output.
std::string HostGuard::first_log_line() const {
  constexpr std::size_t kOutput = 4096;  // bytes
  try {
    const std::string text = logs_.read_text(kGuardLogName, kOutput);
    return text.empty() ? "" : ": " + printable(text.substr(0, text.find('\n')));
  } catch (const Error&) {
    return "";
  }
}

HostGuard::~HostGuard() {
  channel_ = MessageChannel(Fd());
  kill(process_.pid, SIGCONT);
  if (!ended_within(process_.handle, kEndLimit)) kill(process_.pid, SIGKILL);
  try {
    if (const int status = reap(process_.pid); status != 0)
      print_error("seawind: warning: programs of this run may be left running: their guard {}{}\n",
                  describe_end(status), first_log_line());
  } catch (const Error&) {  // it has been reaped
  }
}

}  // namespace seawind
