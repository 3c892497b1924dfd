// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a link's counters and lateness into the message of the control interface.
#pragma once

#include <string>
#include <vector>

#include "emulator/daemon/relay_link.h"

namespace seawind {

class LinkReport;

/// `states`: names of the channel's states. The caller adds the fields that the link does not have:
/// its name, its changes, the log's failure, and the machine's part of the fidelity.
LinkReport link_report(const LinkSnapshot& snapshot, const std::vector<std::string>& states);

}  // namespace seawind
