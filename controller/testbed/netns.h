// SPDX-License-Identifier: GPL-3.0-or-later
// Anonymous network namespaces: held by a file descriptor and nothing else, so that the kernel
// removes them, and every interface in them, when the last holder is gone. Errors throw Error.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "common/fds.h"

namespace seawind {

/// Does what an ordinary user needs before anything else here works: enters a new user namespace in
/// which the caller is root (`extra_flags`: more CLONE_NEW* in the same call). The process must
/// have a single thread. When the system refuses, the error says which setting to look at.
void enter_user_namespace(int extra_flags = 0);

/// Whether root here is the machine's root.
bool in_initial_user_namespace();

/// A new, empty network namespace; the caller stays where it is. Loopback is up and IPv6 is off, so
/// that no router solicitation or address detection ever appears among measured packets.
Fd make_network_namespace();

/// The network namespace of the calling thread.
Fd current_network_namespace();

/// Runs `action` with the calling thread inside the namespace and comes back, also when it throws.
/// If there is no way back the process ends (it must not go on in a foreign namespace).
void in_network_namespace(int network_namespace, const std::function<void()>& action);

/// Starts a program inside the namespace; it dies with the caller's thread (PR_SET_PDEATHSIG). The
/// caller must be single-threaded and reaps the child. `output` (-1: inherited) becomes the child's
/// stdout and stderr. Throws when the program cannot be executed.
pid_t spawn_in_network_namespace(int network_namespace, const std::vector<std::string>& arguments,
                                 int output = -1);

}  // namespace seawind
