// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a name beneath a directory. Symbolic links are not followed; `..` and absolute names are
// rejected. Uses openat2(2); if the kernel lacks it or a seccomp filter rejects it, opens the path
// one component at a time.
#pragma once

#include <sys/types.h>

#include <string>

namespace seawind {

/// Returns a close-on-exec descriptor, or -1 and errno as openat(2) does. ELOOP or ENOTDIR: a
/// component is a symbolic link. EXDEV: the name leads out of the directory. EEXIST with O_CREAT |
/// O_EXCL: the name exists, possibly as a dangling symbolic link.
int open_beneath(int directory, const std::string& name, int flags, mode_t mode = 0);

/// The component-by-component fallback of open_beneath(); public for tests.
int walk_beneath(int directory, const std::string& name, int flags, mode_t mode = 0);

}  // namespace seawind
