// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/host_rights.h"

#include <pwd.h>
#include <unistd.h>

#include <fstream>

#include "workloads/api/agent.pb.h"

namespace seawind {
namespace {

/// The capabilities that a program of root can use on a host that consists of a network namespace
/// only.
constexpr Capabilities kRootPrograms =
    capabilities({CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_KILL, CAP_SETGID, CAP_SETUID,
                  CAP_NET_BIND_SERVICE, CAP_NET_ADMIN, CAP_NET_RAW, CAP_SYS_CHROOT});
/// The kernel refuses to execute a file with capabilities, such as an installed `ping`, if the
/// bounding set lacks one of them. no_new_privs keeps a program from getting any.
constexpr Capabilities kFileCapabilities = capabilities({CAP_NET_ADMIN, CAP_NET_RAW});
constexpr Capabilities kAgent = capabilities({CAP_NET_ADMIN, CAP_NET_RAW, CAP_SYS_ADMIN, CAP_SETUID,
                                              CAP_SETGID, CAP_SETPCAP, CAP_KILL, CAP_DAC_OVERRIDE});

/// Whether the user namespace maps the id (/proc/self/uid_map, gid_map).
bool mapped(const char* file, std::uint64_t id) {
  std::ifstream map(file);
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  while (map >> inside >> outside >> count) {
    if (id >= inside && id - inside < count) return true;
  }
  return false;
}

}  // namespace

UserIds ordinary_user() {
  UserIds out = kNobody;
  for (const char* name : {"seawind", "nobody"}) {
    const passwd* entry = getpwnam(name);
    if (entry == nullptr || entry->pw_uid == 0) continue;
    out = {entry->pw_uid, entry->pw_gid};
    break;
  }
  if (mapped("/proc/self/uid_map", out.user) && mapped("/proc/self/gid_map", out.group)) return out;
  return {geteuid(), getegid()};
}

Rights agent_rights(bool root_programs) {
  const Capabilities all = kAgent | (root_programs ? kRootPrograms : 0);
  return {.ids = {}, .kept = all, .bounding = all};
}

Rights generator_rights(const Flow& flow, const UserIds& ordinary) {
  if (flow.has_command() && flow.command().user() == Command::ROOT)
    return {.ids = UserIds{0, 0}, .kept = kRootPrograms, .bounding = kRootPrograms};
  const bool options = flow.stream().lifetime() > 0 || flow.tfrc().lifetime() > 0;
  const bool datagrams = flow.has_stream() || flow.has_tfrc() || flow.has_ping();
  // In a user namespace the capabilities of files have no effect, and the user appears as root.
  const bool executes = flow.has_command() && ordinary.user != 0;
  return {.ids = ordinary,
          .kept = (options ? capabilities({CAP_NET_RAW}) : 0) |
                  (datagrams ? capabilities({CAP_NET_ADMIN}) : 0),
          .bounding = executes ? kFileCapabilities : 0};
}

bool can_confine() {
  return (held_capabilities() & kAgent) == kAgent;
}

}  // namespace seawind
