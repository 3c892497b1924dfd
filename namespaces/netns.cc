// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/netns.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "common/error.h"
#include "common/print_error.h"
#include "common/process.h"

namespace seawind {
namespace {

Error user_namespace_error(int error_number) {
  const auto* advice =
      "Seawind needs network namespaces: as an ordinary user inside a user namespace. Run "
      "`seawind doctor`; ask the administrator to check the settings user.max_user_namespaces "
      "(0: none allowed), kernel.unprivileged_userns_clone (must be 1 where it exists) and "
      "kernel.apparmor_restrict_unprivileged_userns (must be 0 where it exists), or run as root";
  return Error(system_error("enter a user namespace", error_number).what() + std::string("\n") +
               advice);
}

/// A process in the wrong namespace must not continue: it would change the wrong host.
void return_to_namespace(int home) {
  if (setns(home, CLONE_NEWNET) == 0) return;
  const Error error = system_error("return to the own network namespace");
  print_error("{}; ending\n", error.what());
  _exit(1);
}

void bring_up_loopback() {
  Fd socket_fd(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP;
  if (!socket_fd || ioctl(socket_fd.get(), SIOCSIFFLAGS, &request) != 0)
    throw system_error("bring up the loopback interface");
}

/// Allows echo requests and low ports without privileges, because generators run as an ordinary
/// user. The kernel accepts only a range of groups that the user namespace maps; where it maps one
/// group, that is 0, the caller's.
void for_ordinary_users() {
  try {
    write_setting("/proc/sys/net/ipv4/ping_group_range", "0 2147483647");
  } catch (const Error&) {
    write_setting("/proc/sys/net/ipv4/ping_group_range", "0 0");
  }
  write_setting("/proc/sys/net/ipv4/ip_unprivileged_port_start", "0");
}

}  // namespace

void write_setting(const std::string& path, const std::string& value) {
  const Fd file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file || write(file.get(), value.data(), value.size()) != std::ssize(value))
    throw system_error(fmt::format("write {} to {}", value, path));
}

void enter_user_namespace(int extra_flags) {
  const uid_t uid = geteuid();
  const gid_t gid = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET | extra_flags) != 0) throw user_namespace_error(errno);
  try {
    write_setting("/proc/self/setgroups", "deny");
    write_setting("/proc/self/uid_map", fmt::format("0 {} 1", uid));
    write_setting("/proc/self/gid_map", fmt::format("0 {} 1", gid));
  } catch (const SystemError& error) {
    throw user_namespace_error(error.number());
  }
}

bool in_initial_user_namespace() {
  constexpr ino_t kFirst = 0xEFFFFFFD;  // PROC_USER_INIT_INO of the kernel
  struct stat own {};
  return stat("/proc/self/ns/user", &own) == 0 && own.st_ino == kFirst;
}

Fd current_network_namespace() {
  // The namespace of the calling thread, not of the process's first thread.
  Fd fd(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  if (!fd) throw system_error("open /proc/thread-self/ns/net");
  return fd;
}

namespace {

struct Return {
  int home;
  ~Return() { return_to_namespace(home); }
};

}  // namespace

void in_network_namespace(int network_namespace, const std::function<void()>& action) {
  const Fd home = current_network_namespace();
  if (setns(network_namespace, CLONE_NEWNET) != 0) throw system_error("enter a network namespace");
  const Return back{home.get()};
  action();
}

void disable_ipv6(const std::string& interface) {
  const auto path = fmt::format("/proc/sys/net/ipv6/conf/{}/disable_ipv6", interface);
  if (access(path.c_str(), F_OK) == 0) write_setting(path, "1");
}

Fd make_network_namespace() {
  const Fd home = current_network_namespace();
  if (unshare(CLONE_NEWNET) != 0) throw system_error("make a network namespace");
  const Return back{home.get()};
  for (const auto* which : {"all", "default"}) disable_ipv6(which);
  for_ordinary_users();
  bring_up_loopback();
  return current_network_namespace();
}

pid_t spawn_in_network_namespace(int network_namespace, const std::vector<std::string>& arguments,
                                 int output) {
  return start_program({.arguments = arguments,
                        .files = {kInherit, output, output},
                        .only_files = false,  // the holder's programs get its log directory
                        .dies_with_parent = true,
                        .prepare = [&] { return setns(network_namespace, CLONE_NEWNET) == 0; }})
      .pid;
}

}  // namespace seawind
