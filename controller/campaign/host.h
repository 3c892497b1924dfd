// SPDX-License-Identifier: GPL-3.0-or-later
// The machine a campaign runs on, as far as it matters to the numbers.
#pragma once

#include <cstdint>
#include <string>

#include "controller/campaign/admission.h"

namespace seawind {

/// JSON: kernel, CPU model, cores, clock source, whether run as root.
std::string describe_host();
int cores();
/// Bytes of memory that could still be used; 0: unknown.
std::uint64_t available_memory();
/// Files a process of this user may have open.
std::uint64_t open_files_limit();
/// Namespaces this user may have; one that the kernel does not tell has no limit.
NamespaceLimits namespace_limits();
/// Repetitions this machine has room for at a time (admission.h).
int most_slots();

}  // namespace seawind
