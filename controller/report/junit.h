// SPDX-License-Identifier: GPL-3.0-or-later
// Results of campaigns as JUnit XML, which continuous integration reads: a test suite is a case, a
// test case a repetition.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace seawind {

/// The state of each repetition in its campaign's store. A repetition is failed if its newest
/// attempt failed, and skipped, with the reason, if it never had valid timing or was not run.
/// Repetitions that `until` made unnecessary are left out. A campaign whose store cannot be read is
/// a suite with an error.
std::string junit_xml(const std::vector<std::filesystem::path>& campaigns);

}  // namespace seawind
