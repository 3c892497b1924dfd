// SPDX-License-Identifier: GPL-3.0-or-later
// The UNIX sockets of other programs: connections, and whether they listen yet. Programs wait with
// these functions, not with gRPC's own attempts to reconnect, because gRPC's timers wait for the
// wall clock (controller/testbed/call_limit.h).
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "common/fds.h"

namespace seawind {

/// A non-blocking connection to the socket. Throws Error.
Fd connect_socket(const std::filesystem::path& socket);

/// Waits until the socket takes connections. False: it does not after `limit`, or `stop` was
/// requested.
bool wait_until_listening(const std::filesystem::path& socket, std::chrono::milliseconds limit,
                          const std::stop_token& stop);

/// Waits until a program that was just started takes connections. False: `stop` was requested.
/// Throws Error if it does not within 20 s, or if it has ended: `ended` returns in what way, or
/// nothing. `log` is where the program writes.
bool wait_for_start(const std::string& program, const std::filesystem::path& socket,
                    const std::string& log, const std::stop_token& stop,
                    const std::function<std::string()>& ended);

}  // namespace seawind
