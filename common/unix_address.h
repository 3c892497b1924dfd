// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/un.h>

#include <string>

#include "common/fds.h"

namespace seawind {

/// The address of a UNIX socket. Throws Error ("cannot `verb` PATH: ...") if the path is too long.
sockaddr_un unix_address(const std::string& verb, const std::string& path);

/// A socket bound to an abstract name: a lock in the network namespace, which the kernel releases
/// when its holder ends. Empty if another process holds the name. Throws SystemError ("cannot
/// `tried`: ...").
Fd lock_abstract_name(const std::string& tried, const std::string& name);

}  // namespace seawind
