// SPDX-License-Identifier: GPL-3.0-or-later
// A repetition for tests of exporters (a TCP transfer with a loss, a mark and a retransmission, and
// a ping), and a folder for the output.
#pragma once

#include <filesystem>
#include <string>

#include "controller/export/export.h"
#include "tests/controller/measure/synthetic_log.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {

inline constexpr std::int64_t kEpoch = 1'790'000'000'123'456'789;  // of link time 0

/// The folder is removed with the object.
class ExportFolder {
 public:
  const std::filesystem::path& path() const { return tree_.root(); }
  /// Writes the log and returns the item that refers to it.
  ExportItem item(const SyntheticLog& log, const std::vector<FlowSpec>& flows) const;

 private:
  TempTree tree_;
};

/// SYN at 0 s, three segments of 500 B at 1.0, 1.1 and 1.2 s (the router drops the second at 1.15 s
/// and marks the third), the second again at 2 s after a time-out, FINs; a ping at 3 s that is
/// answered 0.7 s later. Channel state 1 from 1.05 s on.
SyntheticLog export_log();
std::vector<FlowSpec> export_flows();

/// The output of a program (found in PATH, no shell). The test fails when the program fails.
std::string output_of(const std::vector<std::string>& arguments);
bool has_program(const std::string& name);

inline void no_progress(std::uint64_t /*done*/, std::uint64_t /*all*/) {}

}  // namespace seawind::test
