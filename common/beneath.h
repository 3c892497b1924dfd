// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a name beneath a directory without leaving it: no symbolic link is followed, `..` and
// absolute names are refused. openat2(2) does it in one step; where the kernel has none, or a
// filter refuses it, a walk from component to component does the same.
#pragma once

#include <sys/types.h>

#include <string>

namespace seawind {

/// As openat(2): the descriptor, or -1 and errno. ELOOP or ENOTDIR: a symbolic link is in the way;
/// EXDEV: the name leads out; EEXIST with O_CREAT | O_EXCL: there is something of that name, be it
/// a link that leads nowhere. Always close-on-exec.
int open_beneath(int directory, const std::string& name, int flags, mode_t mode = 0);

/// The walk, for tests.
int walk_beneath(int directory, const std::string& name, int flags, mode_t mode = 0);

}  // namespace seawind
