// SPDX-License-Identifier: GPL-3.0-or-later
// The bound on a message of the daemon's control service, which both sides have: a link may have
// lists and traces of megabytes.
#pragma once

namespace seawind {

inline constexpr int kLargestMessage = 64 << 20;  // bytes

}  // namespace seawind
