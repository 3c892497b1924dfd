// SPDX-License-Identifier: GPL-3.0-or-later
// Compares cases repetition by repetition. Repetition i has the same seed, and so the same channel,
// in every case of a campaign and in other campaigns of the same test set.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "controller/measure/paired_comparison.h"
#include "controller/store/query.h"
#include "controller/testset/plan.h"

namespace seawind {

struct PairedRow {
  std::string case_a;
  std::string case_b;
  std::string flow;
  std::string metric;
  std::string unit;
  PairedComparison result;  // of b relative to a
};

/// Compares the metrics that both cases have in at least two common repetitions. `wanted` limits
/// the metrics; when it is empty, all are compared.
std::vector<PairedRow> compare_pairwise(const CaseResults& a, const CaseResults& b,
                                        const std::vector<MetricKey>& wanted, double confidence);

/// Called after each pair of cases with the number done and the total. An exception from it ends
/// the comparison.
using PairProgress = std::function<void(int, int)>;

/// Compares the cases of `b` with the cases of `a` that have the same name. Names of
/// b end in `b_label`.
std::vector<PairedRow> compare_campaigns(const CampaignResults& a, const CampaignResults& b,
                                         const std::string& b_label,
                                         const std::vector<MetricKey>& wanted, double confidence,
                                         const PairProgress& progress = {});
/// A sentence if the campaigns have no case in common, or if repetitions with the same number had
/// different channels (the seeds, the links of a case or `settle` differ) or different starts of
/// flows; else empty.
std::string different_repetitions(const CampaignInfo& a, const Plan& plan_a, const CampaignInfo& b,
                                  const Plan& plan_b);
/// Compares every other case of the campaign with `base`, which is one of its cases.
std::vector<PairedRow> compare_with_case(const CampaignResults& campaign, const CaseResults& base,
                                         const std::vector<MetricKey>& wanted, double confidence,
                                         const PairProgress& progress = {});

}  // namespace seawind
