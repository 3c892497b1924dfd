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

struct PublishedValue {
  CaseSelector at;
  std::optional<CaseSelector> relative_to;  // then `value` is a difference in percent of that case
  std::string flow;                         // as in the store
  std::string metric;
  std::string statistic;  // median, q1, q3, iqr, min, max
  double value = 0;
  std::string unit;    // B/s, s, 1; % when relative
  char judgement;      // A..E: how well a modern re-run is expected to agree
  std::string source;  // provenance: "002:560"
};

/// Reads a file of published values. Throws Error with file:line for anything that is not
/// understood.
std::vector<PublishedValue> load_reference(const std::filesystem::path& file);

enum class Agreement { kWithin, kOutside, kNotExpected };
struct Comparison {
  PublishedValue published;
  std::string case_name;
  double measured = 0;
  double difference = 0;  // percent of the published value; percentage points when relative
  Agreement agreement = Agreement::kNotExpected;
};

/// Every published value that has a measured one: A agrees within 1 %, B within 3 %, C in direction
/// and within 30 %; D and E are shown without a verdict. Relative values: A 1 and B 3 percentage
/// points, C the same sign.
std::vector<Comparison> compare(const std::vector<PublishedValue>& published,
                                const std::vector<CaseResults>& cases);

}  // namespace seawind
