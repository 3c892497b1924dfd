// SPDX-License-Identifier: GPL-3.0-or-later
// Time the hypervisor gave to others while this machine's processors wanted to run.
#pragma once

#include "common/time.h"

namespace seawind {

/// Since boot, summed over all processors, from /proc/stat; 0 where the kernel does not tell.
Duration cpu_steal();

}  // namespace seawind
