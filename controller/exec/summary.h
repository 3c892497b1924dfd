// SPDX-License-Identifier: GPL-3.0-or-later
// The lines `seawind exec` prints after the command has ended.
#pragma once

#include <string>

namespace seawind {

class LinkReport;
class LinkProfile;
class TestSet;

/// What crossed the link in each direction, how long it waited there, and the measured timing.
/// `reason`: why the timing is not valid; empty: it is.
std::string exec_summary(const LinkReport& report, const LinkProfile& link, const TestSet& test_set,
                         const std::string& reason);

}  // namespace seawind
