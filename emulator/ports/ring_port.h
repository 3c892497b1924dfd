// SPDX-License-Identifier: GPL-3.0-or-later
// A port whose frames the kernel writes into a shared ring (TPACKET_V2); one socket receives and
// sends.
#pragma once

#include <memory>

#include "emulator/ports/port.h"

namespace seawind {

/// Throws Error with the interface's name.
std::unique_ptr<Port> open_ring_port(const PortOptions& options);

}  // namespace seawind
