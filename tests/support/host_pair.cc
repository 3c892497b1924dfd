// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_pair.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "common/error.h"
#include "controller/testbed/netns.h"

namespace seawind::test {
namespace {

bool g_own_user_namespace = false;

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) throw system_error("write " + path);
}

void become_root() {
  if (geteuid() == 0) return;
  const std::string uid = std::to_string(geteuid());
  const std::string gid = std::to_string(getegid());
  // The process also gets its own network namespace, because it could not return to the original
  // one.
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) throw system_error("make a user namespace");
  g_own_user_namespace = true;
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", "0 " + uid + " 1");
  write_file("/proc/self/gid_map", "0 " + gid + " 1");
}

Fd this_network() {
  Fd fd(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  if (!fd) throw system_error("open the network namespace");
  return fd;
}

/// While this object exists, the calling thread is in another namespace.
class Visit {
 public:
  explicit Visit(const Fd& network) : home_(this_network()) {
    if (setns(network.get(), CLONE_NEWNET) != 0) throw system_error("enter a network namespace");
  }
  ~Visit() { setns(home_.get(), CLONE_NEWNET); }

 private:
  Fd home_;
};

}  // namespace

bool HostPair::real_root() {
  return geteuid() == 0 && !g_own_user_namespace;
}

HostPair::HostPair(int mtu) {
  become_root();
  fixed_ = {make_network_namespace(), "10.0.0.1", "eth0"};
  mobile_ = {make_network_namespace(), "10.0.0.2", "eth0"};
  const std::string other =
      "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(mobile_.network.get());
  run_in(fixed_,
         {"ip", "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", other});
  for (const Host* host : {&fixed_, &mobile_}) {
    run_in(*host, {"ip", "address", "add", host->address + "/24", "dev", "eth0"});
    run_in(*host, {"ip", "link", "set", "eth0", "mtu", std::to_string(mtu), "up"});
  }
}

pid_t spawn_in(const Host& host, const std::vector<std::string>& arguments, int output) {
  const Visit visit(host.network);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw system_error("start " + arguments[0], error);
  return pid;
}

std::string run_in(const Host& host, const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error("open a pipe");
  const Fd from(ends[0]);
  Fd to(ends[1]);
  const pid_t pid = spawn_in(host, arguments, to.get());
  to.reset();
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t n; (n = read(from.get(), part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(n));
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::string line;
    for (const std::string& argument : arguments) line += argument + " ";
    throw Error("cannot run " + line + ": wait status " + std::to_string(status));
  }
  return text;
}

}  // namespace seawind::test
