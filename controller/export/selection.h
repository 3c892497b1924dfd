// SPDX-License-Identifier: GPL-3.0-or-later
// The repetitions of a campaign to export, with the data that exporters need.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/event_log.h"
#include "controller/measure/metrics.h"
#include "controller/report/report.h"

namespace seawind {

inline constexpr std::int64_t kMaxOpportunities = 100'000'000;  // lines of a Mahimahi log

/// The ports of the link whose packets are in a packet capture.
enum class CaptureEnd { kBoth, kFixed, kMobile };

struct ExportItem {
  std::string campaign;
  std::string case_name;
  int number = 0;  // of the repetition
  std::uint64_t seed = 0;
  std::function<EventLogReader(EventLogReader::Progress)> open_log;
  std::vector<FlowSpec> flows;
  std::int64_t rates[2] = {0, 0};   // rate_base of downlink and uplink, bit/s
  std::vector<std::string> states;  // names of the channel's states
  std::int64_t most_opportunities = kMaxOpportunities;
  CaptureEnd end = CaptureEnd::kBoth;
  std::string not_valid = {};  // why its numbers do not count; empty: they do

  /// CASE with '/' replaced by ',', which no name contains, then "-NUMBER": the stem of file names.
  std::string file_stem() const;
  /// "NOT VALID (REASON)", one line for the files; empty for a valid repetition.
  std::string mark() const;
};

/// Which repetitions to export.
struct ExportChoice {
  std::vector<std::string> cases{};  // empty: all
  std::vector<int> numbers{};        // in `cases`; empty: all, or none if `repetitions` is set
  std::vector<RepetitionRef> repetitions{};  // in addition
  bool has(const std::string& case_name, int number) const;
};

/// The chosen finished repetitions, in the order of the plan, and a failed recording of `seawind
/// exec`. Throws UsageError when a case does not exist, one of `repetitions` is not done, or no
/// case has one of `numbers` done, and Error when there is no campaign or no repetition is done.
std::vector<ExportItem> select(const std::filesystem::path& campaign, const ExportChoice& choice);

}  // namespace seawind
