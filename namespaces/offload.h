// SPDX-License-Identifier: GPL-3.0-or-later
// Segmentation and checksum offloads of an interface (SIOCETHTOOL).
#pragma once

#include <string>

namespace seawind {

/// Switches tso, gso, gro and both checksum offloads of `interface` (in the calling thread's
/// namespace) on or off and reads each one back. Throws Error that names an offload which stayed as
/// it was.
void switch_offloads(const std::string& interface, bool on);
/// Switches gro alone off: received segments are not joined. Throws as above.
void switch_receive_offload_off(const std::string& interface);

}  // namespace seawind
