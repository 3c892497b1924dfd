// SPDX-License-Identifier: GPL-3.0-or-later
// Cases compared repetition by repetition: repetition i has the same seed and so the same channel
// in every case of a campaign, and in another campaign of the same test set.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "controller/results/bootstrap.h"
#include "controller/results/query.h"

namespace seawind {

struct PairedRow {
  std::string case_a;
  std::string case_b;
  std::string flow;
  std::string metric;
  std::string unit;
  PairedComparison result;  // of b against a
};

/// The metrics both cases have in at least two common repetitions; of those in `wanted` ("flow
/// metric", or "metric" of the whole workload), all when it is empty.
std::vector<PairedRow> compare_pairwise(const CaseResults& a, const CaseResults& b,
                                        const std::vector<MetricKey>& wanted, double confidence,
                                        std::uint64_t seed);

/// Called after each pair of cases: done, in all. What it throws ends the comparison.
using PairProgress = std::function<void(int, int)>;

/// The cases of `b` against those of the same name in `a`; names of b end in `b_label`.
std::vector<PairedRow> compare_campaigns(const CampaignResults& a, const CampaignResults& b,
                                         const std::string& b_label,
                                         const std::vector<MetricKey>& wanted, double confidence,
                                         const PairProgress& progress = {});
/// Every other case of the campaign against `base`, a case of it.
std::vector<PairedRow> compare_with_case(const CampaignResults& campaign, const CaseResults& base,
                                         const std::vector<MetricKey>& wanted, double confidence,
                                         const PairProgress& progress = {});

/// What comparisons show unless told otherwise: the reference's metrics.
const std::vector<MetricKey>& usual_metrics();

}  // namespace seawind
