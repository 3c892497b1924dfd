// SPDX-License-Identifier: GPL-3.0-or-later
// Anonymous network namespaces. Only file descriptors hold them, so that the kernel removes a
// namespace and its interfaces when the last descriptor or process is gone. Errors throw Error.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind {

/// Enters a new user namespace in which the caller is root (`extra_flags`: more CLONE_NEW* in the
/// same call). An ordinary user must call this before the other functions of this file. The process
/// must have a single thread. When the system refuses, the error names the setting to check.
void enter_user_namespace(int extra_flags = 0);

/// Whether the caller is in the initial user namespace, whose root is the machine's root.
bool in_initial_user_namespace();

/// Disables IPv6 of an interface of the caller's network namespace, or of `all` or `default`. No
/// effect on a kernel without IPv6. Throws Error.
void disable_ipv6(const std::string& interface);

/// Makes an empty network namespace without entering it. Loopback is up. IPv6 is off, so that no
/// router solicitation or address detection appears among measured packets.
Fd make_network_namespace();

/// The network namespace of the calling thread.
Fd current_network_namespace();

/// Runs `action` with the calling thread inside the namespace and returns to the previous one, also
/// when `action` throws. If that fails the process ends, because it must not continue in the wrong
/// namespace.
void in_network_namespace(int network_namespace, const std::function<void()>& action);

/// Starts a program inside the namespace. The program dies with the caller's thread
/// (PR_SET_PDEATHSIG). The caller must be single-threaded and must reap the child. `output` (-1:
/// inherited) becomes the child's stdout and stderr. Throws when the program cannot be executed.
pid_t spawn_in_network_namespace(int network_namespace, const std::vector<std::string>& arguments,
                                 int output = -1);

/// Writes a setting of the kernel, a file beneath /proc, with one call: the kernel applies a value
/// as a whole or rejects it. /proc/sys/net has those of the calling thread's network namespace.
void write_setting(const std::string& path, const std::string& value);

}  // namespace seawind
