// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that `seawind exec` and `seawind bridge` print about their links at the end.
#pragma once

#include <string>

#include "controller/exec/tcp_forwarder.h"

namespace seawind {

class LinkReport;
class Plan;

/// What crossed the link in each direction, how long it waited there, and the measured timing.
/// `reason`: why the timing is not valid; empty: it is. `name`: of one of several links.
std::string link_summary(const LinkReport& report, const Plan& plan, const std::string& reason,
                         const std::string& name = {});

/// The last line of link_summary().
std::string timing_summary(const LinkReport& report, const Plan& plan, const std::string& reason);

/// How many TCP connections were split at the fixed host, and how many SYNs were not answered
/// there. `quiet`: only the latter. Empty: none.
std::string split_summary(const TcpForwarder::Counts& counts, bool quiet);

}  // namespace seawind
