// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a program listens on its UNIX socket yet. gRPC is not left to try again: its timers wait
// for the wall clock (call_limit.h).
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>

namespace seawind {

/// Waits until the socket takes connections. False: it does not after `limit`, or `stop` was
/// requested.
bool wait_until_listening(const std::filesystem::path& socket, std::chrono::milliseconds limit,
                          const std::stop_token& stop);

}  // namespace seawind
