// SPDX-License-Identifier: GPL-3.0-or-later
// The portable port: captures with libpcap, injects with libnet.
#pragma once

#include <memory>

#include "emulator/ports/port.h"

namespace seawind {

/// Throws Error with the interface's name.
std::unique_ptr<Port> open_pcap_port(const PortOptions& options);

}  // namespace seawind
