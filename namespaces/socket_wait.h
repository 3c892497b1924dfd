// SPDX-License-Identifier: GPL-3.0-or-later
// Connects to the UNIX sockets of other programs, and waits until they listen. gRPC's own attempts
// to reconnect are not used to wait, because gRPC's timers depend on the wall clock
// (controller/testbed/call_limit.h).
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

/// Waits until the socket accepts connections. False: it does not after `limit`, or `stop` was
/// requested.
bool wait_until_listening(const std::filesystem::path& socket, std::chrono::milliseconds limit,
                          const std::stop_token& stop);

/// Waits until a program that was just started accepts connections. False: `stop` was requested.
/// Throws Error if it does not within 20 s, or if it has ended: `ended` returns how, or an empty
/// text. `log` is where the program writes.
bool wait_for_start(const std::string& program, const std::filesystem::path& socket,
                    const std::string& log, const std::stop_token& stop,
                    const std::function<std::string()>& ended);

}  // namespace seawind
