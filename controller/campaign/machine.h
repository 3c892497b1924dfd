// SPDX-License-Identifier: GPL-3.0-or-later
// The machine of the controller: what affects the results of a campaign, and which processors the
// relay has for itself.
#pragma once

#include <sched.h>

#include <cstdint>
#include <string>
#include <vector>

#include "controller/campaign/admission.h"

namespace seawind {

/// JSON: kernel, CPU model, cores, clock source, whether run as root.
std::string describe_host();
/// `host`, describe_host() of a campaign, with this machine's kernel appended if it is another.
std::string with_this_kernel(const std::string& host);
int cores();
/// Half of the processors in the set, at most eight, the last ones: as many as seawindd has relay
/// threads. Empty for one processor.
std::vector<int> relay_processors(const cpu_set_t& usable);
/// For a user who may not raise the priority of the relay: returns relay_processors() of those this
/// process may use, and keeps this process and what it starts off them. Empty: it is not needed, or
/// there is one processor.
std::vector<int> set_apart_relay_processors();
/// Bytes of memory that are available; 0: unknown.
std::uint64_t available_memory();
/// Limit on the open files of a process of this user.
std::uint64_t open_files_limit();
/// Limits on the namespaces of this user; a limit that the kernel does not report counts as
/// unlimited.
NamespaceLimits namespace_limits();
/// Number of repetitions that fit on this machine at the same time (admission.h).
int most_slots();

}  // namespace seawind
