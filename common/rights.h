// SPDX-License-Identifier: GPL-3.0-or-later
// What a process may do, given up for good. All of it holds for the calling thread and what it
// starts afterwards; other threads of the process keep their rights.
#pragma once

#include <linux/capability.h>
#include <sys/types.h>

#include <cstdint>
#include <initializer_list>
#include <optional>

namespace seawind {

/// Capabilities as a set of bits, CAP_x being bit x.
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

struct Rights {
  std::optional<UserIds> ids{};  // none: the user stays; no supplementary group is kept otherwise
  Capabilities kept = 0;         // of those held
  Capabilities bounding = 0;     // the most that a program executed from here on can have
  bool operator==(const Rights&) const = default;
};

/// Sets no_new_privs, the bounding set, the user and the capabilities; none is inheritable or
/// ambient. A change of the user ends a PR_SET_PDEATHSIG of before. A thread without CAP_SETPCAP
/// keeps its bounding set, from which no_new_privs lets it gain nothing. Throws Error.
void take_rights(const Rights& rights);

/// The capabilities this thread holds (its permitted set). Throws Error.
Capabilities held_capabilities();

}  // namespace seawind
