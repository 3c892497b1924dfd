// SPDX-License-Identifier: GPL-3.0-or-later
// Handles of processes: <sys/pidfd.h>, whose functions glibc 2.36 does not declare for C++.
#pragma once

extern "C" {
#include <sys/pidfd.h>
}
