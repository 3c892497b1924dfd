// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a link's counters and lateness into the message of the control interface.
#pragma once

#include <string>
#include <vector>

#include "emulator/daemon/relay_link.h"

namespace seawind {

class LinkReport;

/// The values of a report that a LinkSnapshot does not contain.
struct ReportContext {
  std::string name;
  std::vector<std::string> states;      // names of the channel's states
  Duration cpu_steal;                   // over the link's life
  std::uint64_t stalls = 0;             // over the link's life
  std::uint64_t interface_changes = 0;  // of both interfaces, over the link's life
  bool realtime = false;
  std::uint32_t changes = 0;  // made by ChangeLink
  std::string log_error;
  int log_error_number = 0;  // errno
};

LinkReport link_report(const LinkSnapshot& snapshot, const ReportContext& context);

}  // namespace seawind
