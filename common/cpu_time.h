// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/time.h"

namespace seawind {

/// Since boot, summed over all processors.
struct CpuTime {
  Duration all;
  Duration steal;  // the hypervisor gave it to other machines while this one had runnable threads
};
/// From /proc/stat; 0 if the kernel does not report it.
CpuTime cpu_time();

}  // namespace seawind
