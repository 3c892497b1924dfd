// SPDX-License-Identifier: GPL-3.0-or-later
// The packet socket of a port: receives every frame that arrives at an interface, and none that
// leaves it. Errors throw Error with the interface's name.
#pragma once

#include <string>

#include "common/fds.h"
#include "emulator/ports/interface.h"

namespace seawind {

/// Not yet capturing, so that a caller can set it up first.
Fd open_packet_socket(const Interface& interface);
void start_capture(int fd, const Interface& interface);

/// Prepares an AF_PACKET socket for sending: non-blocking, a large send buffer, no queueing
/// discipline (a kernel queue would add delay).
void prepare_sending(int fd, const std::string& interface);

}  // namespace seawind
