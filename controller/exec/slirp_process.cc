// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/slirp_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "common/error.h"
#include "controller/exec/host_command.h"
#include "namespaces/outside.h"
#include "namespaces/programs.h"

namespace seawind {
namespace {

constexpr auto kLogName = "slirp4netns.log";
constexpr int kReadyTimeout = 10'000;  // ms
// Descriptors of the program.
constexpr int kReady = 3;
constexpr int kNetwork = 4;

}  // namespace

SlirpProcess::SlirpProcess(const LocalTestBed::Namespaces& hosts, const std::string& network,
                           const Directory& logs) {
  const Pipe ready = open_pipe();
  const Fd log = logs.append(kLogName);
  std::vector<std::string> arguments{find_program("slirp4netns", "--nat", "slirp4netns"),
                                     "--configure",
                                     "--mtu=1500",
                                     "--cidr=" + network,
                                     "--disable-host-loopback",
                                     "--enable-sandbox",
                                     "--enable-seccomp",
                                     fmt::format("--ready-fd={}", kReady),
                                     "--netns-type=path"};
  arguments.push_back(fmt::format("/proc/self/fd/{}", kNetwork));
  arguments.emplace_back(kOutsideInterface);
  // slirp4netns 1.2 cannot combine --userns-path with its sandbox, so that it starts as the root of
  // the test bed's user namespace.
  const bool ordinary_user = geteuid() != 0;
  const auto enter = [&] {
    if (ordinary_user && setns(hosts.user.get(), CLONE_NEWUSER) != 0) return false;
    // As root, its sandbox would unmount the caller's mounts with its own.
    if (!ordinary_user && !enter_own_mounts()) return false;
    setpgid(0, 0);                                 // Ctrl-C in the terminal is for the command
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;  // new credentials may have cleared the setting
  };
  process_ = start_program(
      {.arguments = arguments,
       .files = {kNothing, log.get(), log.get(), ready.write_end.get(), hosts.fixed.get()},
       .blocked = {SIGINT, SIGQUIT, SIGHUP},  // until it has a group of its own
       .dies_with_parent = true,
       .prepare = enter});
  pollfd wait[] = {{.fd = ready.read_end.get(), .events = POLLIN, .revents = 0},
                   {.fd = process_.handle.get(), .events = POLLIN, .revents = 0}};
  poll(wait, 2, kReadyTimeout);
  if ((wait[0].revents & POLLIN) != 0) return;
  kill(process_.pid, SIGKILL);
  reap(process_.pid);
  throw Error("cannot connect the fixed host to this network: slirp4netns did not start\n" +
              logs.read_text(kLogName, 65536));
}

bool SlirpProcess::has_ended() const {
  return ended_within(process_.handle, std::chrono::milliseconds(0));
}

void SlirpProcess::update() {
  const std::filesystem::path process = fmt::format("/proc/{}", process_.pid);
  std::set<std::uint64_t> own;
  std::uint64_t open_files = 0;
  std::error_code ended;
  for (std::filesystem::directory_iterator file(process / "fd", ended), end; !ended && file != end;
       file.increment(ended)) {
    ++open_files;
    std::uint64_t inode = 0;
    std::error_code closed;
    const auto target = std::filesystem::read_symlink(file->path(), closed).string();
    if (std::sscanf(target.c_str(), "socket:[%" SCNu64 "]", &inode) == 1) own.insert(inode);
  }
  std::ifstream limits(process / "limits");
  for (std::string line; std::getline(limits, line);) {
    std::uint64_t most_files = 0;
    if (std::sscanf(line.c_str(), "Max open files %" SCNu64, &most_files) == 1 &&
        open_files >= most_files)
      had_no_files_ = true;
  }
  char state = 0;
  std::string status;
  std::getline(std::ifstream(process / "stat"), status);
  std::sscanf(status.c_str(), "%*d (slirp4netns) %c", &state);
  busy_ = state == 'R';
  std::ifstream sockets(process / "net/udp");
  for (std::string line; std::getline(sockets, line);) {
    std::uint64_t inode = 0;
    std::uint64_t unsent = 0;  // bytes
    std::int64_t missed = 0;
    // "sl local rem st tx:rx tr:when retrnsmt uid timeout inode ref pointer drops"
    if (std::sscanf(line.c_str(),
                    " %*u: %*s %*s %*s %" SCNx64 ":%*s %*s %*s %*u %*u %" SCNu64
                    " %*u %*s %" SCNd64,
                    &unsent, &inode, &missed) != 3 ||
        !own.contains(inode))
      continue;
    busy_ = busy_ || unsent > 0;
    if (missed > 0) missed_[inode] = missed;
  }
}

std::int64_t SlirpProcess::missed() const {
  std::int64_t out = 0;
  for (const auto& [inode, missed] : missed_) out += missed;
  return out;
}

SlirpProcess::~SlirpProcess() {
  kill(process_.pid, SIGKILL);  // SIGTERM would not end a process that is stopped
  reap(process_.pid);
}

}  // namespace seawind
