// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a thread without real-time priority run soon after the instant for which it waits.
#pragma once

#include <cstdint>

namespace seawind {

/// Sets the nice value of the calling thread and requests the shortest scheduler slice for it (from
/// Linux 6.12; an older kernel ignores it). A thread with a short slice runs soon after it wakes,
/// before a running thread with a longer slice ends its slice. The slice needs no rights. False:
/// the kernel refused both.
bool set_shortest_slice(int nice);
/// Whether the kernel has applied the slice.
bool has_shortest_slice();

/// A time-out for a wait of `ns`; the caller waits again for the rest. Whatever the timer slack,
/// the kernel may end a wait late by a thousandth of its time-out (30 ms of 30 s), for a process
/// with a nice value above 0 by a two-hundredth (150 ms; fs/select.c, select_estimate_accuracy).
constexpr std::int64_t early_time_out(std::int64_t ns) {
  return ns - ns / 100;
}

}  // namespace seawind
