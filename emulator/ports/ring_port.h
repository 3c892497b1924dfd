// SPDX-License-Identifier: GPL-3.0-or-later
// A port whose frames the kernel writes into a shared ring (TPACKET_V2). Frames that stand for many
// packets are cut (segments.h), as far as a slot has room for them.
#pragma once

#include <memory>

#include "emulator/ports/port.h"

namespace seawind {

/// Throws Error with the interface's name.
std::unique_ptr<Port> open_ring_port(const PortOptions& options);

}  // namespace seawind
