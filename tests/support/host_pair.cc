// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/host_pair.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "common/error.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"

namespace seawind::test {
namespace {

bool g_own_user_namespace = false;

void become_root() {
  if (geteuid() == 0) return;
  enter_user_namespace();
  g_own_user_namespace = true;
}

}  // namespace

bool HostPair::real_root() {
  return geteuid() == 0 && !g_own_user_namespace;
}

HostPair::HostPair(int mtu) {
  become_root();
  fixed_ = {make_network_namespace(), "10.0.0.1", "eth0"};
  mobile_ = {make_network_namespace(), "10.0.0.2", "eth0"};
  const auto end_of = [mtu](const Host& host) {
    return InterfaceEnd{.network_namespace = host.network.get(),
                        .name = host.interface,
                        .mtu = mtu,
                        .offloads = true,
                        .address = host.address + "/24"};
  };
  make_veth_pair(end_of(fixed_), end_of(mobile_));
}

pid_t spawn_in(const Host& host, const std::vector<std::string>& arguments, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  int error = 0;
  in_network_namespace(host.network.get(), [&] {
    error = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  });
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
