// SPDX-License-Identifier: GPL-3.0-or-later
// The process that serves the page of devices. It parses what devices send, as an ordinary user in
// their network's namespace, without capabilities, with an allowlist of system calls and little
// memory. page_messages.h has all that it can read or request.
#pragma once

namespace seawind {

/// The hidden first argument that runs the seawind executable as this process. The address and the
/// names of the profiles follow.
inline constexpr auto kPageCommand = "device-page";
/// Printed when it serves.
inline constexpr auto kPageReady = "serves the page";

/// Runs as this process until SIGTERM; descriptor 0 is its end of the pair. Returns the exit status
/// when it cannot serve, or at a device's request after the other end has closed.
int run_page(int argc, char** argv);

}  // namespace seawind
