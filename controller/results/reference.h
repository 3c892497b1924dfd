// SPDX-License-Identifier: GPL-3.0-or-later
// Published results beside which a campaign's own are shown: configs/testsets/reference/*.yaml.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/results/query.h"

namespace seawind {

/// The axes that name a case. An empty field matches every case.
struct CaseSelector {
  std::string link;
  std::string router;
  std::string tcp;
  std::string workload;
  bool matches(const CaseResults& c) const;
};

/// Only repetitions in which a flow started within [from, to) seconds after the first packet of the
/// workload.
struct StartSelector {
  std::string flow;
  double from = 0;
  double to = 0;
};

struct PublishedValue {
  CaseSelector at;
  std::optional<CaseSelector> relative_to;  // then `value` is a difference in percent of that case
  std::string flow;                         // as in the store
  std::string metric;
  std::string statistic;  // median, q1, q3, iqr, min, max, mean, share (of values above 0)
  std::optional<StartSelector> start;
  double value = 0;
  double step = 0;   // it was printed in steps of this: the value lies within half of it; 0: exact
  std::string unit;  // B/s, s, 1; % when relative
  char judgement;    // A..E: how well a modern re-run is expected to agree
  std::string source;  // provenance: "002:560"
};

/// "median", "q1 (2.5-8.2s)": of the repetitions whose flow started within these.
std::string statistic_text(const PublishedValue& published);

inline constexpr std::size_t kLargestReference = 4 << 20;  // bytes
inline constexpr std::size_t kMostPublished = 100'000;     // values, with their stand-ins

/// Reads a file of published values; those that another case may be compared with too
/// (`stand_ins`) follow once for each such case. Throws Error with file:line for anything that is
/// not understood.
std::vector<PublishedValue> load_reference(const std::filesystem::path& file);

enum class Agreement { kWithin, kOutside, kNotExpected };
struct Comparison {
  PublishedValue published;
  std::string case_name;
  double measured = 0;
  double difference = 0;  // percent of the published value, of 0: as measured; percentage points
                          // when relative
  std::size_t repetitions = 0;  // that were measured
  Agreement agreement = Agreement::kNotExpected;
};

struct Tally {
  int within = 0;
  int outside = 0;
  int not_expected = 0;
};
Tally tally(const std::vector<Comparison>& comparisons, char judgement);

/// Every published value that has a measured one: A agrees within 1 %, B within 3 %, C in direction
/// and within 30 %; D and E are shown without a verdict. Relative values: A 1 and B 3 percentage
/// points, C the same sign and 30 percentage points. A published 0 that is expected to agree agrees
/// with 0 only (relative: within the points). A value printed in steps counts from the nearer end
/// of what may have been printed so.
std::vector<Comparison> compare(const std::vector<PublishedValue>& published,
                                const std::vector<CaseResults>& cases);

}  // namespace seawind
