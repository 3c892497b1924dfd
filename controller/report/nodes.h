// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the nodes of a cluster have an effect of their own on the results.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "controller/measure/metric_catalog.h"
#include "controller/store/query.h"

namespace seawind {

/// The probability that groups differ at least as much by chance (Kruskal and Wallis, "Use of Ranks
/// in One-Criterion Variance Analysis", 1952, with their correction for ties). `groups`: for each
/// value the number of its group, from 0. 1 for fewer than two groups, and for equal values.
double kruskal_wallis(std::span<const double> values, std::span<const int> groups);

/// A sentence that names the case and the metric in which nodes differ most, if they differ more
/// than repetitions do: with a probability of error of 1 % over all cases and metrics. Nodes with
/// fewer than five repetitions of a case are left out. Empty: they do not, or there is one node.
std::string node_effect(const CampaignResults& results, const std::vector<ReportMetric>& metrics);

}  // namespace seawind
