// SPDX-License-Identifier: GPL-3.0-or-later
// A packet socket that exchanges super-packets with the kernel (PACKET_VNET_HDR): the port of
// interfaces with segmentation and checksum offload. Its queue takes memory only while frames wait,
// so that it is the port of slow links as well (kernel_buffer.h). The model gets the packets of a
// super-packet (segments.h); packets that leave together are sent as super-packets.
//
// The packets of a super-packet arrive at one instant, that of its stamp, as they do from a network
// interface that segments them. Packets are coalesced only if the interface takes super-packets of
// their kind when the port is opened.
#pragma once

#include <memory>

#include "emulator/ports/port.h"

namespace seawind {

/// Throws Error with the interface's name.
std::unique_ptr<Port> open_super_port(const PortOptions& options);

}  // namespace seawind
