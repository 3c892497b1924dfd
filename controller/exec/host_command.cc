// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/host_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "common/caller.h"
#include "common/error.h"

namespace seawind {
namespace {

/// The caller's environment with the hosts' addresses.
std::vector<std::string> environment_with(const HostAddresses& addresses) {
  std::vector<std::string> out;
  const std::string fixed = fmt::format("{}=", kFixedAddressVariable);
  const std::string mobile = fmt::format("{}=", kMobileAddressVariable);
  for (const std::string& one : caller().environment)
    if (!one.starts_with(fixed) && !one.starts_with(mobile)) out.push_back(one);
  out.push_back(fixed + addresses.fixed);
  out.push_back(mobile + addresses.mobile);
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

/// Shows `file` as `place`, unless there is no such place.
bool show_as(const char* file, const char* place) {
  return mount(file, place, nullptr, MS_BIND, nullptr) == 0 || errno == ENOENT;
}

/// Maps the root of the test bed's user namespace back to the calling user, without its rights.
struct UserMaps {
  std::string users = fmt::format("{} 0 1", geteuid());
  std::string groups = fmt::format("{} 0 1", getegid());

  bool enter() const {
    return prctl(PR_SET_DUMPABLE, 1) == 0 && unshare(CLONE_NEWUSER) == 0 &&
           write_file("/proc/self/setgroups", "deny") && write_file("/proc/self/uid_map", users) &&
           write_file("/proc/self/gid_map", groups);
  }
};

/// Otherwise its propagation cannot be changed, and all would see what show_as() mounts.
void require_root_to_be_a_mount() {
  struct statx root {};
  if (statx(AT_FDCWD, "/", 0, STATX_BASIC_STATS, &root) != 0) return;
  if ((root.stx_attributes_mask & ~root.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0)
    throw Error(
        "the root directory is not a mount point: before chroot, make it one with `mount --bind "
        "ROOT "
        "ROOT`");
}

/// Starts `program` in the host with that network namespace.
Process start_in(const LocalTestBed::Namespaces& hosts, const Fd& host, const HostCommand& command,
                 bool own_session, ProgramStart program) {
  require_root_to_be_a_mount();
  const bool ordinary_user = geteuid() != 0;
  const UserMaps maps;
  const rlimit& open_files = caller().open_files;
  const std::string names = command.names.string();
  const std::string resolver = command.resolver.string();
  program.prepare = [&] {
    if (own_session && setsid() < 0) return false;
    if (ordinary_user && setns(hosts.user.get(), CLONE_NEWUSER) != 0) return false;
    if (setns(host.get(), CLONE_NEWNET) != 0) return false;
    if (!enter_own_mounts() || !show_as(names.c_str(), "/etc/hosts")) return false;
    if (!resolver.empty() && !show_as(resolver.c_str(), "/etc/resolv.conf")) return false;
    if (ordinary_user && !maps.enter()) return false;
    if (setrlimit(RLIMIT_NOFILE, &open_files) != 0) return false;
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;  // new credentials may have cleared the setting
  };
  program.arguments = command.arguments;
  program.environment = environment_with(command.addresses);
  program.dies_with_parent = true;
  return start_program(program);
}

}  // namespace

bool enter_own_mounts() {
  return unshare(CLONE_NEWNS) == 0 && mount("", "/", nullptr, MS_SLAVE | MS_REC, nullptr) == 0;
}

Process start_in_mobile_host(const LocalTestBed::Namespaces& hosts, const HostCommand& command,
                             std::function<void(const Process&)> made) {
  return start_in(hosts, hosts.mobile, command, false,
                  {.arguments = {}, .only_files = false, .made = std::move(made)});
}

Process start_in_fixed_host(const LocalTestBed::Namespaces& hosts, const HostCommand& command,
                            int output) {
  return start_in(hosts, hosts.fixed, command, true,
                  {.arguments = {}, .files = {kNothing, output, output}});
}

}  // namespace seawind
