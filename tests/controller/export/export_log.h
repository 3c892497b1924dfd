// SPDX-License-Identifier: GPL-3.0-or-later
// A repetition for exporters: a TCP transfer with a loss, a mark and a repetition, and a ping; and
// a place for what is written.
#pragma once

#include <filesystem>
#include <string>

#include "controller/export/export.h"
#include "tests/controller/results/synthetic_log.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {

inline constexpr std::int64_t kEpoch = 1'790'000'000'123'456'789;  // of link time 0

/// Removed with the object.
class ExportFolder {
 public:
  const std::filesystem::path& path() const { return tree_.root(); }
  /// Writes the log and gives the item that names it.
  ExportItem item(const SyntheticLog& log, const std::vector<FlowSpec>& flows) const;

 private:
  TempTree tree_;
};

/// SYN at 0 s, three segments of 500 B at 1.0, 1.1 and 1.2 s (the second is dropped by the router
/// at 1.15 s, the third marked), the second again at 2 s as a time-out, FINs; a ping at 3 s
/// answered 0.7 s later. Channel state 1 from 1.05 s on.
SyntheticLog export_log();
std::vector<FlowSpec> export_flows();

/// What a program (found in PATH, no shell) prints; a test failure when it ends with an error.
std::string output_of(const std::vector<std::string>& arguments);
bool has_program(const std::string& name);

inline void no_progress(std::uint64_t /*done*/, std::uint64_t /*all*/) {}

}  // namespace seawind::test
