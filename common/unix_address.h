// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/un.h>

#include <string>

namespace seawind {

/// The address of a UNIX socket. Throws Error ("cannot `verb` PATH: ...") if the path is too long.
sockaddr_un unix_address(const std::string& verb, const std::string& path);

}  // namespace seawind
