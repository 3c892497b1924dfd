// SPDX-License-Identifier: GPL-3.0-or-later
// The lines `seawind exec` prints after the command has ended.
#pragma once

#include <string>

namespace seawind {

class LinkReport;
class Limits;

/// What crossed the link in each direction, and the measured timing. `reason`: why the timing is
/// not valid; empty: it is.
std::string exec_summary(const LinkReport& report, const Limits& limits, const std::string& reason);

}  // namespace seawind
