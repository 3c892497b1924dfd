// SPDX-License-Identifier: GPL-3.0-or-later
// Published results for comparison with those of a campaign: configs/testsets/reference/*.yaml.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/diagnostics.h"
#include "controller/store/query.h"

namespace seawind {

/// Axis values that identify a case. An empty field matches every case.
struct CaseSelector {
  std::string link;
  std::string router;
  std::string tcp;
  std::string workload;
  bool matches(const CaseResults& c) const;
};

/// Selects the repetitions in which a flow started within [from, to) seconds after the first packet
/// of the workload.
struct StartSelector {
  std::string flow;
  double from = 0;
  double to = 0;
};

struct PublishedValue {
  CaseSelector at;
  std::optional<CaseSelector> relative_to;  // `value` is then a difference in percent
  std::string flow;                         // name as in the store
  std::string metric;
  std::string statistic;  // median, q1, q3, iqr, min, max, mean, share (of values above 0)
  std::optional<StartSelector> start;
  double value = 0;
  double step = 0;  // resolution of the printed value, which is off by at most half of it; 0: exact
  std::string unit;     // B/s, s, 1; % when relative
  char judgement;       // A..E: expected agreement of a modern re-run
  std::string source;   // provenance: "002:560"
  std::string place{};  // of `unit`: "reference.yaml:7:80"
};

/// "median", "q1 (2.5-8.2s)": the second is over repetitions whose flow started in that interval.
std::string statistic_text(const PublishedValue& published);

inline constexpr std::size_t kLargestReference = 4 << 20;  // bytes
inline constexpr std::size_t kMaxStandIns = 100;
inline constexpr std::size_t kMaxPublished = 100'000;  // values, including those of stand-ins

/// Reads a file of published values. A value whose case has stand-ins (`stand_ins`, other cases it
/// may be compared with) is repeated for each of them, after the original. Throws UsageError
/// with file:line:column for any invalid content.
std::vector<PublishedValue> load_reference(const std::filesystem::path& file);

/// The tolerance of the judgements A, B and C, in percent or percentage points.
int tolerance(char judgement);

enum class Agreement { kWithin, kOutside, kNotExpected };
struct Comparison {
  PublishedValue published;
  std::string case_name;
  double measured = 0;
  double difference = 0;        // percent of the published value; of 0: as measured;
                                // percentage points when relative
  std::size_t repetitions = 0;  // number of measured repetitions
  Agreement agreement = Agreement::kNotExpected;
};

/// "against e0 baseline": the axes in which the case of `relative_to` differs; empty: there is
/// none.
std::string base_text(const PublishedValue& value);
/// The difference to a tenth of a percent or a point, or to four digits in the metric's unit.
std::string difference_text(const Comparison& comparison);
/// "%", "pt" (percentage points), or the metric's unit where the published value is 0.
std::string difference_unit(const Comparison& comparison);

struct Tally {
  int within = 0;
  int outside = 0;
  int not_expected = 0;
};
Tally tally(const std::vector<Comparison>& comparisons, char judgement);

/// Compares every published value for which there is a measured one. A agrees within 1 %, B within
/// 3 %, C in direction and within 30 %; D and E get no verdict. Relative values: A agrees within 1
/// and B within three percentage points, C with the same sign and within 30 percentage points. A
/// published 0 with judgement A to C agrees with 0 only, to half a step (relative: within the
/// percentage points). For a value printed in steps, the nearer end of the interval of possible
/// originals is used. Throws UsageError when a published value has another unit than the metric.
std::vector<Comparison> compare(const std::vector<PublishedValue>& published,
                                const std::vector<CaseResults>& cases);

}  // namespace seawind
