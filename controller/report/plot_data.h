// SPDX-License-Identifier: GPL-3.0-or-later
// The points of the pictures over a whole campaign, each with its repetition. Used by the command
// line and by the desktop application.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "controller/store/query.h"

namespace seawind {

/// Parses "FLOW/METRIC", or "METRIC" of the whole workload.
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
  std::string x_label;  // with unit
  std::string y_label;
  std::vector<PlotSeries> series;  // only cases with points
};

/// All functions take indices into `results.cases` and return one series per case, in that order.

/// One box per case: y are the values, x is the position of the box, from 1.
PlotData box_data(const CampaignResults& results, std::span<const std::size_t> cases,
                  const MetricKey& metric);
/// x are the values, ascending; y is the share of repetitions with at most this value.
PlotData cdf_data(const CampaignResults& results, std::span<const std::size_t> cases,
                  const MetricKey& metric);
/// x is the start of the competitor: third, http or stream, the first that the case has.
PlotData start_data(const CampaignResults& results, std::span<const std::size_t> cases,
                    const MetricKey& metric);
/// One metric over another one, for example delay over throughput.
PlotData versus_data(const CampaignResults& results, std::span<const std::size_t> cases,
                     const MetricKey& metric, const MetricKey& against);

/// "Stream, median delay [s]": the title of the metric in reports, or else its name; the unit as
/// stored.
std::string metric_label(const CampaignResults& results, const MetricKey& metric);

}  // namespace seawind
