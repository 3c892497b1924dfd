// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/rights.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "common/error.h"

namespace seawind {
namespace {

using Halves = std::array<__user_cap_data_struct, 2>;

Halves read_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  Halves halves{};
  if (::syscall(SYS_capget, &header, halves.data()) != 0)
    throw system_error("read the capabilities of the process");
  return halves;
}

Capabilities joined(__u32 low, __u32 high) {
  return Capabilities{high} << 32U | low;
}

void limit_bounding_set(Capabilities most) {
  for (int number = 0; ::prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; ++number) {
    if ((most >> number & 1) != 0) continue;
    if (::prctl(PR_CAPBSET_DROP, number, 0, 0, 0) == 0) continue;
    if (errno == EPERM) return;
    throw system_error("take capability " + std::to_string(number) + " from the bounding set");
  }
}

/// Raw system calls, because the wrappers of the C library change every thread.
void set_ids(const UserIds& ids) {
  // Without the right (a user namespace of one user) groups cannot be dropped and the user cannot
  // change.
  const bool another = ids.user != ::geteuid() || ids.group != ::getegid();
  if (::syscall(SYS_setgroups, 0, nullptr) != 0 && another)
    throw system_error("leave the supplementary groups");
  if (!another) return;
  if (::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0) throw system_error("keep capabilities");
  if (::syscall(SYS_setresgid, ids.group, ids.group, ids.group) != 0)
    throw system_error("become group " + std::to_string(ids.group));
  if (::syscall(SYS_setresuid, ids.user, ids.user, ids.user) != 0)
    throw system_error("become user " + std::to_string(ids.user));
}

void keep_capabilities(Capabilities kept, Capabilities ambient) {
  Halves halves = read_capabilities();
  for (std::size_t i = 0; i < halves.size(); ++i) {
    halves[i].permitted &= static_cast<__u32>(kept >> (32 * i));
    halves[i].effective = halves[i].permitted;
    halves[i].inheritable = static_cast<__u32>(ambient >> (32 * i));
  }
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  if (::syscall(SYS_capset, &header, halves.data()) != 0)
    throw system_error("give up capabilities");
  for (int number = 0; ambient >> number != 0; ++number)
    if ((ambient >> number & 1) != 0 &&
        ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, number, 0, 0) != 0)
      throw system_error("hand on capability " + std::to_string(number));
}

}  // namespace

void restrict_rights(const Rights& rights) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw system_error("set no_new_privs");
  limit_bounding_set(rights.bounding);
  if (::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0)
    throw system_error("clear the ambient capabilities");
  if (rights.ids) set_ids(*rights.ids);
  keep_capabilities(rights.kept, rights.ambient);
}

void give_up_capabilities(Capabilities given_up) {
  keep_capabilities(~given_up, 0);
}

Capabilities held_capabilities() {
  const Halves halves = read_capabilities();
  return joined(halves[0].permitted, halves[1].permitted);
}

}  // namespace seawind
