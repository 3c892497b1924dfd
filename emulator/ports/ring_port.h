// SPDX-License-Identifier: GPL-3.0-or-later
// The fast port: the kernel writes frames into a ring shared with us (TPACKET_V2), one socket for
// both ways.
#pragma once

#include <memory>

#include "emulator/ports/port.h"

namespace seawind {

/// Throws Error naming the interface.
std::unique_ptr<Port> open_ring_port(const PortOptions& options);

}  // namespace seawind
