// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of port, by their name in CreateLinkRequest.port_kind.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/ports/port.h"

namespace seawind {

/// Opens a port on an Ethernet interface that is up. Throws Error with the interface's name and the
/// system's reason; for an unknown kind, Error lists the known ones.
std::unique_ptr<Port> open_port(std::string_view kind, const PortOptions& options);

/// Names of all kinds, the default first.
std::vector<std::string> port_kinds();

}  // namespace seawind
