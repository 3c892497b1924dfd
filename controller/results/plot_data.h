// SPDX-License-Identifier: GPL-3.0-or-later
// The points of the pictures over a whole campaign, each with the repetition it is of: what both
// the command line and the desktop application draw.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "controller/results/query.h"

namespace seawind {

/// "FLOW/METRIC", or "METRIC" of the whole workload.
MetricKey parse_metric(const std::string& text);
std::string metric_text(const MetricKey& key);

struct PlotPoint {
  double x = 0;
  double y = 0;
  int number = 0;  // of the repetition
};
struct PlotSeries {
  std::string label;           // of the case; may have line feeds
  std::size_t case_index = 0;  // in CampaignResults::cases
  std::vector<PlotPoint> points;
};
struct PlotData {
  std::string x_label;  // with units
  std::string y_label;
  std::vector<PlotSeries> series;  // only cases that have points
};

/// All take indices into `results.cases`, and give a series each, in that order.

/// A box each: y are the values, x the position of the box from 1.
PlotData box_data(const CampaignResults& results, std::span<const std::size_t> cases,
                  const MetricKey& metric);
/// x are the values, ascending; y the share of repetitions up to and with each.
PlotData cdf_data(const CampaignResults& results, std::span<const std::size_t> cases,
                  const MetricKey& metric);
/// x is the start of the competitor (third, http or stream, whatever the case has first).
PlotData start_data(const CampaignResults& results, std::span<const std::size_t> cases,
                    const MetricKey& metric);
/// One metric over another, e.g. delay over throughput.
PlotData versus_data(const CampaignResults& results, std::span<const std::size_t> cases,
                     const MetricKey& metric, const MetricKey& against);

/// "Stream, median delay [s]": the title reports give the metric, else its own name; the unit as
/// stored.
std::string metric_label(const CampaignResults& results, const MetricKey& metric);

}  // namespace seawind
