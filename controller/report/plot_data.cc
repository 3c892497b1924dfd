// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/plot_data.h"

#include <algorithm>
#include <functional>

#include "controller/measure/flow_classes.h"
#include "controller/report/report_model.h"

namespace seawind {
namespace {

using Fill = std::function<void(const CaseResults&, PlotSeries&)>;

PlotData fill_series(const CampaignResults& results, std::span<const std::size_t> cases,
                     std::string x_label, std::string y_label, const Fill& fill) {
  PlotData out{std::move(x_label), std::move(y_label), {}};
  for (const std::size_t index : cases) {
    const CaseResults& c = results.cases[index];
    PlotSeries series{short_label(c, results.cases), index, {}};
    fill(c, series);
    if (!series.points.empty()) out.series.push_back(std::move(series));
  }
  return out;
}

/// Adds the values of both metrics for each repetition that has both.
void fill_pairs(const CaseResults& c, const MetricKey& x, const MetricKey& y, PlotSeries& series) {
  const auto& xs = c.of(x.first, x.second);
  const auto& x_numbers = c.numbers_of(x.first, x.second);
  const auto& ys = c.of(y.first, y.second);
  const auto& y_numbers = c.numbers_of(y.first, y.second);
  for (std::size_t i = 0; i < ys.size(); ++i) {
    const auto at = std::lower_bound(x_numbers.begin(), x_numbers.end(), y_numbers[i]);
    if (at == x_numbers.end() || *at != y_numbers[i]) continue;
    series.points.push_back(
        {xs[static_cast<std::size_t>(at - x_numbers.begin())], ys[i], y_numbers[i]});
  }
}

}  // namespace

MetricKey parse_metric(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) return {"", text};
  return {text.substr(0, slash), text.substr(slash + 1)};
}

std::string metric_text(const MetricKey& key) {
  return key.first.empty() ? key.second : key.first + "/" + key.second;
}

std::string metric_label(const CampaignResults& results, const MetricKey& key) {
  std::string name = key.first.empty() ? key.second : key.first + " " + key.second;
  std::replace(name.begin(), name.end(), '_', ' ');
  if (const auto shown = flow_metric(key.first, key.second); shown && !key.first.empty())
    name = shown->title;
  for (const ReportMetric& m : workload_metrics())
    if (key.first == m.flow && key.second == m.metric) name = m.title;
  for (const auto& c : results.cases) {
    const auto unit = c.units.find(key);
    if (unit == c.units.end()) continue;
    return unit->second == "1" || unit->second.empty() ? name : name + " [" + unit->second + "]";
  }
  return name;
}

PlotData box_data(const CampaignResults& results, std::span<const std::size_t> cases,
                  const MetricKey& metric) {
  int position = 0;
  return fill_series(results, cases, "", metric_label(results, metric),
                     [&](const CaseResults& c, PlotSeries& series) {
                       const auto& values = c.of(metric.first, metric.second);
                       const auto& numbers = c.numbers_of(metric.first, metric.second);
                       if (!values.empty()) ++position;
                       for (std::size_t i = 0; i < values.size(); ++i)
                         series.points.push_back({double(position), values[i], numbers[i]});
                     });
}

PlotData cdf_data(const CampaignResults& results, std::span<const std::size_t> cases,
                  const MetricKey& metric) {
  return fill_series(results, cases, metric_label(results, metric), "share of repetitions",
                     [&](const CaseResults& c, PlotSeries& series) {
                       const auto& values = c.of(metric.first, metric.second);
                       const auto& numbers = c.numbers_of(metric.first, metric.second);
                       for (std::size_t i = 0; i < values.size(); ++i)
                         series.points.push_back({values[i], 0, numbers[i]});
                       std::stable_sort(
                           series.points.begin(), series.points.end(),
                           [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
                       for (std::size_t i = 0; i < series.points.size(); ++i)
                         series.points[i].y =
                             static_cast<double>(i + 1) / static_cast<double>(series.points.size());
                     });
}

PlotData start_data(const CampaignResults& results, std::span<const std::size_t> cases,
                    const MetricKey& metric) {
  return fill_series(results, cases, "start of the competitor [s]", metric_label(results, metric),
                     [&](const CaseResults& c, PlotSeries& series) {
                       for (const char* name : kCompetitorClasses) {
                         if (c.of(name, "start").empty()) continue;
                         return fill_pairs(c, {name, "start"}, metric, series);
                       }
                     });
}

PlotData versus_data(const CampaignResults& results, std::span<const std::size_t> cases,
                     const MetricKey& metric, const MetricKey& against) {
  return fill_series(
      results, cases, metric_label(results, against), metric_label(results, metric),
      [&](const CaseResults& c, PlotSeries& series) { fill_pairs(c, against, metric, series); });
}

}  // namespace seawind
