// SPDX-License-Identifier: GPL-3.0-or-later
// Which repetitions of a campaign are exported, and what an exporter needs to know of each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "controller/results/metrics.h"

namespace seawind {

inline constexpr std::int64_t kMostOpportunities = 100'000'000;  // lines of a Mahimahi log

struct ExportItem {
  std::string campaign;
  std::string case_name;
  int number = 0;  // of the repetition
  std::uint64_t seed = 0;
  std::filesystem::path event_log;
  std::vector<FlowSpec> flows;
  std::int64_t rates[2] = {0, 0};   // rate_base of downlink and uplink, bit/s
  std::vector<std::string> states;  // names of the channel's states
  std::int64_t most_opportunities = kMostOpportunities;

  /// CASE with '/' as '_', then "-NUMBER": what files are called.
  std::string file_stem() const;
};

/// The repetitions that are done, of the cases named (none: all) and with these numbers (none:
/// all), in the order of the plan. Throws Error: no campaign, no such case, no such repetition or
/// it is not done.
std::vector<ExportItem> select(const std::filesystem::path& campaign,
                               const std::vector<std::string>& cases,
                               const std::vector<int>& numbers);

}  // namespace seawind
