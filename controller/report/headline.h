// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics that a report of a campaign shows, from the generators of its flows.
#pragma once

#include <vector>

#include "controller/measure/metric_catalog.h"
#include "controller/store/query.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

struct HeadlineMetrics {
  /// Of the whole workload and the link.
  std::vector<ReportMetric> workload;
  /// Of every flow of every case, by class where the flow belongs to one, in the order of the
  /// classes and then of the workloads.
  std::vector<ReportMetric> flows;
  /// The metrics by which TCP variants are compared: throughput and duration of the workload, and
  /// the first metric of each flow.
  std::vector<ReportMetric> compared;

  /// The keys of `workload` and `flows`: what comparisons of cases contain by default.
  std::vector<MetricKey> keys() const;
};

/// Returns only metrics that have values in a case of `results`. `plan` is the campaign's.
HeadlineMetrics headline_metrics(const Plan& plan, const CampaignResults& results);

}  // namespace seawind
