// SPDX-License-Identifier: GPL-3.0-or-later
// The portable port: libpcap captures, libnet injects.
#pragma once

#include <memory>

#include "emulator/ports/port.h"

namespace seawind {

/// Throws Error naming the interface.
std::unique_ptr<Port> open_pcap_port(const PortOptions& options);

}  // namespace seawind
