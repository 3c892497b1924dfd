// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of port, by their name in CreateLinkRequest.port_kind.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/ports/port.h"

namespace seawind {

/// Opens a port on an Ethernet interface that is up. Throws Error with the interface's name and the
/// system's reason; for an unknown kind, Error lists the known ones.
std::unique_ptr<Port> open_port(std::string_view kind, const PortOptions& options);

/// Names of all kinds.
std::vector<std::string> port_kinds();

/// The kind for a link that names none, whose faster direction has `rate` bit/s. Only links faster
/// than 10 Mbit/s get a ring, which is read with fewer system calls but takes 256 KiB and more of
/// memory (kernel_buffer.h). `super_packets`: an interface may deliver some.
std::string default_port_kind(std::int64_t rate, bool super_packets);

}  // namespace seawind
