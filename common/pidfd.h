// SPDX-License-Identifier: GPL-3.0-or-later
// Handles of processes: <sys/pidfd.h>, which lacks extern "C" in glibc 2.36.
#pragma once

extern "C" {
#include <sys/pidfd.h>
}
