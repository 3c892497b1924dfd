// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/host_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace seawind {
namespace {

/// The caller's environment with one variable replaced.
std::vector<std::string> environment_with(const std::string& name, const std::string& value) {
  std::vector<std::string> out;
  for (char** one = environ; *one != nullptr; ++one)
    if (!std::string_view(*one).starts_with(name + "=")) out.emplace_back(*one);
  out.push_back(name + "=" + value);
  return out;
}

// The functions below run between fork and exec: async-signal-safe, false with errno.

bool write_file(const char* path, const std::string& text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  return written;
}

/// Shows `resolver` as /etc/resolv.conf in a mount namespace of its own.
bool replace_resolver(const char* resolver) {
  if (unshare(CLONE_NEWNS) != 0) return false;
  if (mount("", "/", nullptr, MS_SLAVE | MS_REC, nullptr) != 0) return false;
  return mount(resolver, "/etc/resolv.conf", nullptr, MS_BIND, nullptr) == 0 || errno == ENOENT;
}

/// From the root of the test bed's user namespace back to the calling user, without its rights.
struct UserMaps {
  std::string users = fmt::format("{} 0 1", geteuid());
  std::string groups = fmt::format("{} 0 1", getegid());

  bool enter() const {
    return prctl(PR_SET_DUMPABLE, 1) == 0 && unshare(CLONE_NEWUSER) == 0 &&
           write_file("/proc/self/setgroups", "deny") && write_file("/proc/self/uid_map", users) &&
           write_file("/proc/self/gid_map", groups);
  }
};

}  // namespace

Process start_in_mobile_host(const LocalTestBed::Namespaces& hosts, const HostCommand& command) {
  const bool ordinary_user = geteuid() != 0;
  const UserMaps maps;
  const std::string resolver = command.resolver.string();
  const auto enter = [&] {
    if (ordinary_user && setns(hosts.user.get(), CLONE_NEWUSER) != 0) return false;
    if (setns(hosts.mobile.get(), CLONE_NEWNET) != 0) return false;
    if (!resolver.empty() && !replace_resolver(resolver.c_str())) return false;
    if (ordinary_user && !maps.enter()) return false;
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;  // new credentials may have cleared the setting
  };
  return start_program(
      {.arguments = command.arguments,
       .environment = environment_with(kFixedAddressVariable, command.fixed_address),
       .only_files = false,
       .dies_with_parent = true,
       .prepare = enter});
}

}  // namespace seawind
