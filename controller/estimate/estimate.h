// SPDX-License-Identifier: GPL-3.0-or-later
// What a campaign will take: runs, time, and room on the disk; `seawind run --dry-run` and the
// application show the same. Where earlier campaigns had the same cases, from what those really
// took; otherwise from sizes and rates.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/estimate/earlier.h"
#include "controller/estimate/range.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

struct CaseEstimate {
  std::string id;
  int measured = 0;  // earlier attempts it is from; 0: from sizes and rates
  Range seconds;     // of one attempt
  Range bytes;
};

struct Estimate {
  int cases = 0;
  std::int64_t least_runs = 0;  // fewer than `runs` with `until`
  std::int64_t runs = 0;
  int parallel = 0;            // at a time, as reckoned for what is typical
  bool parallel_fixed = true;  // false: the measured lateness decides
  int earlier_campaigns = 0;
  int measured_cases = 0;
  /// Least: every attempt as short as the shortest (measured) or without losses; most: as long as
  /// the longest, or its time-out.
  Range seconds;
  Range bytes;
  std::vector<CaseEstimate> each;  // in the order of the plan
};

/// Under `auto`: slots a campaign begins with on this machine, and the most it may come to.
struct AutoSlots {
  int begin = 8;
  int most = 1000;
};
AutoSlots auto_slots(int cores, int most);

Estimate estimate(const Plan& plan, const EarlierRuns& earlier, const AutoSlots& automatic);

/// "from 3 earlier campaigns", "from sizes and rates", or how many cases are from which.
std::string basis_of(const Estimate& estimate);

/// 42s, 3min 20s, 2h 05min, 3d 4h.
std::string rough_time(double seconds);
/// 640kB, 1.3GB.
std::string rough_size(double bytes);

/// Bytes that are free where `directory` is or would be made; nothing: cannot be told.
std::optional<double> free_space(const std::filesystem::path& directory);

/// Lines of `seawind run --dry-run`: runs, duration, disk use against `free`, the basis.
std::string describe(const Estimate& estimate, std::optional<double> free);

}  // namespace seawind
