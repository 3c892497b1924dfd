// SPDX-License-Identifier: GPL-3.0-or-later
// Results of campaigns as JUnit XML, which continuous integration reads: a test suite is a case, a
// test case a repetition.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace seawind {

/// The state of each repetition in its campaign's store. Failed is one whose newest attempt failed;
/// skipped, with the reason, is one that never had valid timing and one that was not run. Those
/// that `until` made needless are left out. A campaign whose store cannot be read is a suite with
/// an error.
std::string junit_xml(const std::vector<std::filesystem::path>& campaigns);

}  // namespace seawind
