// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates a campaign: number of runs, time and disk use. `seawind run --dry-run` and the
// application show it. The estimate uses measurements of earlier campaigns for cases that those
// had, otherwise sizes and rates.
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
  int measured = 0;       // number of earlier attempts it is based on; 0: sizes and rates
  bool programs = false;  // bytes.typical is a bound, see AttemptEstimate
  Range seconds;          // of one attempt
  Range bytes;
};

struct Estimate {
  int cases = 0;
  std::int64_t least_runs = 0;  // less than `runs` with `until`
  std::int64_t runs = 0;
  int parallel = 0;            // slots at the same time, for the typical values
  bool parallel_fixed = true;  // false: depends on the measured lateness
  int earlier_campaigns = 0;
  int measured_cases = 0;
  bool programs = false;  // of some case: bytes.typical is a bound
  /// Least: every attempt is as short as the shortest one (measured), or has no warm-up and early
  /// starts. Most: every attempt is as long as the longest one, or as its time-out.
  Range seconds;
  Range bytes;
  std::vector<CaseEstimate> each;  // in the order of the plan
};

/// With `auto`: the number of slots at the start of a campaign on this machine, and the largest
/// one.
struct AutoSlots {
  int begin = 8;
  int most = 1000;
};
AutoSlots auto_slots(int cores, int most);

Estimate estimate(const Plan& plan, const EarlierRuns& earlier, const AutoSlots& automatic);

/// "from 3 earlier campaigns", "from sizes and rates", or the number of cases for each of them.
std::string basis_of(const Estimate& estimate);

/// 42s, 3min 20s, 2h 05min, 3d 4h.
std::string rough_time(double seconds);
/// 640kB, 1.3GB.
std::string rough_size(double bytes);

/// Free bytes at `directory`, or where it would be created; nothing: unknown.
std::optional<double> free_space(const std::filesystem::path& directory);

/// The lines of `seawind run --dry-run`: runs, duration, disk use compared with `free`, and the
/// basis.
std::string describe(const Estimate& estimate, std::optional<double> free);

}  // namespace seawind
