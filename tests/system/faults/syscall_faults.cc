// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a command and makes system calls of it and its descendants fail. A seccomp filter passes the
// calls listed in calls.h to this process, which lets the kernel execute them or returns an error.
// The filter also covers calls within the C library, calls made by number, and calls of a child
// before its program is loaded. Calls of the dynamic loader never fail.
//
//   syscall_faults --list
//     one line per call: NAME[:ON] ERRNO lasting|passing
//   syscall_faults --count FILE COMMAND...
//     writes to FILE: PROGRAM NAME[:ON] USES
//   syscall_faults --fail FILE PROGRAM NAME[:ON] N once|lasting|kill COMMAND...
//     the N-th use by any process of PROGRAM fails, or all from it on, or the process is killed
//     before the call is executed; FILE as above, of this call
//
// If a program aborts, FILE has a line `PROGRAM abort USES`. The exit status is that of the
// command.
#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/error.h"
#include "common/fds.h"
#include "common/whole_file.h"
#include "tests/system/faults/calls.h"

namespace seawind::test {
namespace {

struct Wanted {
  std::string program;
  std::string call;
  long at = 0;
  std::string how;  // once, lasting, kill
};

std::string name_of(const Call& call) {
  return call.on.empty() ? std::string(call.name) : fmt::format("{}:{}", call.name, call.on);
}

std::string link_of(const std::string& path) {
  char text[PATH_MAX];
  const ssize_t size = readlink(path.c_str(), text, sizeof text);
  return {text, static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

/// The name of the program of a task: seawind, holder and guard (of the test bed and of exec, the
/// same executable), seawindd, ...
std::string program_of(pid_t task) {
  const std::string executable = link_of(fmt::format("/proc/{}/exe", task));
  const std::string name = executable.substr(executable.rfind('/') + 1);
  if (name != "seawind") return name;
  const std::string line = try_read_whole_file(fmt::format("/proc/{}/cmdline", task), 1 << 20).text;
  const auto has = [&line](const std::string& word) {
    return line.find('\0' + word + '\0') != std::string::npos;
  };
  if (has("testbed-holder")) return "holder";
  return has("exec-guard") ? "guard" : name;
}

std::string_view kind_of(pid_t task, std::uint64_t fd) {
  const std::string target = link_of(fmt::format("/proc/{}/fd/{}", task, static_cast<int>(fd)));
  if (target.starts_with("socket:")) return "socket";
  if (target.starts_with("pipe:")) return "pipe";
  if (target.starts_with("anon_inode:[eventfd]")) return "event";
  if (target.starts_with("/dev/")) return "device";
  return target.starts_with("/") ? "file" : "other";
}

/// Whether the call was made by the dynamic loader: before main() or in dlopen().
bool in_loader(pid_t task, std::uint64_t instruction) {
  constexpr std::uint64_t kLoaderSize = 0x40000;
  constexpr std::uint64_t kBase = 7;  // AT_BASE
  std::ifstream in(fmt::format("/proc/{}/auxv", task), std::ios::binary);
  std::uint64_t entry[2];
  while (in.read(reinterpret_cast<char*>(entry), sizeof entry))
    if (entry[0] == kBase) return instruction >= entry[1] && instruction < entry[1] + kLoaderSize;
  return false;
}

class Supervisor {
 public:
  Supervisor(Fd listener, std::optional<Wanted> wanted)
      : listener_(std::move(listener)), wanted_(std::move(wanted)) {}

  /// Answers calls until the last process under the filter has ended.
  void serve() {
    for (;;) {
      pollfd ready{.fd = listener_.get(), .events = POLLIN, .revents = 0};
      if (poll(&ready, 1, -1) < 0) continue;
      if ((ready.revents & POLLIN) == 0) return;
      seccomp_notif asked{};
      if (ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) continue;
      seccomp_notif_resp answer{};
      answer.id = asked.id;
      answer.error = -error_for(asked);
      if (answer.error == 0) answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
      ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, &answer);  // fails if the task has ended
    }
  }

  void write(const std::string& file) const {
    std::ofstream out(file);
    for (const auto& [what, uses] : uses_)
      out << fmt::format("{} {} {}\n", what.first, what.second, uses);
  }

 private:
  int error_for(const seccomp_notif& asked) {
    const auto task = static_cast<pid_t>(asked.pid);
    if (asked.data.nr == SYS_tgkill) {
      if (asked.data.args[2] == SIGABRT) ++uses_[{program_of(task), "abort"}];
      return 0;
    }
    if (in_loader(task, asked.data.instruction_pointer)) return 0;
    for (const Call& call : kCalls) {
      if (call.number != asked.data.nr) continue;
      if (!call.on.empty() && kind_of(task, asked.data.args[0]) != call.on) continue;
      return count(task, call);
    }
    return 0;
  }

  int count(pid_t task, const Call& call) {
    const std::string program = program_of(task);
    const std::string name = name_of(call);
    if (wanted_ && (wanted_->program != program || wanted_->call != name)) return 0;
    const long use = ++uses_[{program, name}];
    if (!wanted_ || use < wanted_->at) return 0;
    if (wanted_->how == "kill") {
      if (use == wanted_->at) syscall(SYS_tkill, task, SIGKILL);  // ends all threads
      return 0;
    }
    return use == wanted_->at || wanted_->how == "lasting" ? call.error : 0;
  }

  const Fd listener_;
  const std::optional<Wanted> wanted_;
  std::map<std::pair<std::string, std::string>, long> uses_;
};

/// Installs the filter in the calling thread. Its children inherit the filter.
int install_filter(const std::optional<Wanted>& wanted) {
  std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  const auto hand_over = [&](int number) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
  };
  hand_over(SYS_tgkill);
  for (const Call& call : kCalls)
    if (!wanted || wanted->call == name_of(call)) hand_over(call.number);
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (geteuid() != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return static_cast<int>(
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
}

pid_t child = -1;

/// Forwards requests to stop to the command.
void pass_on(int signal_number) {
  if (child > 0) kill(child, signal_number);
}

int run(const std::string& file, std::optional<Wanted> wanted, char** command) {
  for (const int signal_number : {SIGINT, SIGTERM}) signal(signal_number, pass_on);
  std::atomic<int> listener = 0;
  int refused = 0;
  // A filter applies to one thread. The supervising thread must not have it, because it would wait
  // for itself.
  std::thread starter([&] {
    const int fd = install_filter(wanted);
    refused = fd < 0 ? errno : 0;
    listener = fd;
    listener.notify_one();
    if (fd < 0) return;
    refused = posix_spawnp(&child, command[0], nullptr, nullptr, command, environ);
  });
  listener.wait(0);
  if (listener < 0) {
    starter.join();
    throw system_error("install a filter of system calls", refused);
  }
  Supervisor supervisor(Fd(listener), std::move(wanted));
  std::thread server([&] { supervisor.serve(); });
  starter.join();
  int status = 0;
  if (refused == 0)
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  server.join();
  if (refused != 0) throw system_error("start " + std::string(command[0]), refused);
  supervisor.write(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int usage() {
  std::cerr
      << "usage: syscall_faults --list | --count FILE COMMAND... | --fail FILE PROGRAM CALL N "
         "once|lasting|kill COMMAND...\n";
  return 2;
}

}  // namespace
}  // namespace seawind::test

int main(int argc, char** argv) {
  using namespace seawind::test;
  const std::string what = argc > 1 ? argv[1] : "";
  try {
    if (what == "--list") {
      for (const Call& call : kCalls)
        fmt::print("{} {} {}\n", name_of(call), strerrorname_np(call.error),
                   call.lasting == Lasting::kYes ? "lasting" : "passing");
      return 0;
    }
    if (what == "--count" && argc > 3) return run(argv[2], {}, argv + 3);
    if (what == "--fail" && argc > 7)
      return run(argv[2], Wanted{argv[3], argv[4], std::stol(argv[5]), argv[6]}, argv + 7);
    return usage();
  } catch (const std::exception& error) {
    std::cerr << "syscall_faults: " << error.what() << '\n';
    return 3;
  }
}
