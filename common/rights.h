// SPDX-License-Identifier: GPL-3.0-or-later
// Drops rights irrevocably. The functions affect the calling thread and the threads and processes
// it starts afterwards; other threads of the process keep their rights.
#pragma once

#include <linux/capability.h>
#include <sys/types.h>

#include <cstdint>
#include <initializer_list>
#include <optional>

namespace seawind {

/// A set of capabilities: bit x is CAP_x.
using Capabilities = std::uint64_t;

constexpr Capabilities capabilities(std::initializer_list<int> numbers) {
  Capabilities out = 0;
  for (const int number : numbers) out |= Capabilities{1} << number;
  return out;
}

struct UserIds {
  uid_t user = 0;
  gid_t group = 0;
  bool operator==(const UserIds&) const = default;
};
inline constexpr UserIds kNobody{65534, 65534};

struct Rights {
  std::optional<UserIds> ids{};  // none: keeps the user; otherwise drops all supplementary groups
  Capabilities kept = 0;         // capabilities kept of those held
  Capabilities bounding = 0;     // the maximum for programs executed afterwards
  Capabilities ambient = 0;      // of `kept` and `bounding`, held by programs executed afterwards
  bool operator==(const Rights&) const = default;
};

/// Sets no_new_privs, the bounding set, the user and the capabilities; none but `ambient` is
/// inheritable. A change of user clears an earlier PR_SET_PDEATHSIG. A thread without CAP_SETPCAP
/// keeps its bounding set; no_new_privs prevents it from gaining capabilities. Throws Error.
void restrict_rights(const Rights& rights);

/// Gives up capabilities that the thread may hold. Throws Error.
void give_up_capabilities(Capabilities given_up);

/// The capabilities this thread holds (its permitted set). Throws Error.
Capabilities held_capabilities();

}  // namespace seawind
