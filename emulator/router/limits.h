// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of routers, for callers with and without the engine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace seawind {

inline constexpr std::size_t kMaxClasses = 255;  // a class number is a byte; 0 is the root

/// Maximum number of queues of one router, including flow queues and the queues in them, and of
/// all timed changes of a link together. All queues are allocated when the link is built.
inline constexpr std::uint64_t kMaxQueues = 262'144;
inline constexpr std::uint64_t kMaxQueuesOfLink = 1'048'576;

}  // namespace seawind
