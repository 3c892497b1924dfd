// SPDX-License-Identifier: GPL-3.0-or-later
// CPU steal: time the hypervisor gave to other machines while this one had runnable threads.
#pragma once

#include "common/time.h"

namespace seawind {

/// Since boot, summed over all processors, from /proc/stat; 0 if the kernel does not report it.
Duration cpu_steal();

}  // namespace seawind
