// SPDX-License-Identifier: GPL-3.0-or-later
// The answers of a campaign: the difference of each case from a base case with the same other axes,
// repetition by repetition, with its confidence interval.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "controller/report/headline.h"
#include "controller/report/paired.h"
#include "controller/store/query.h"

namespace seawind {

struct Answer : PairedRow {  // of the subject relative to the base
  std::size_t base = 0;      // index in CampaignResults::cases
  std::size_t subject = 0;   // likewise
  std::size_t metric = 0;    // index in the metrics that are compared
};

inline constexpr double kAnswerConfidence = 0.95;

struct Answers {
  /// The axis that is compared: tcp, router, link or workload, the first that differs; empty: the
  /// campaign has one case.
  std::string axis;
  std::vector<Answer> answers;
  double confidence = kAnswerConfidence;
};

/// Cases with the same values of all other axes are compared with the first of them that has valid
/// repetitions, by every metric of `metrics` that both have in at least two common repetitions.
Answers find_answers(const CampaignResults& results, const std::vector<ReportMetric>& metrics,
                     double confidence = kAnswerConfidence, const PairProgress& progress = {});

}  // namespace seawind
