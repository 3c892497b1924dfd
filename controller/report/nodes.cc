// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "common/units.h"
#include "controller/measure/statistics.h"

namespace seawind {
namespace {

constexpr std::size_t kFewest = 5;  // repetitions of a node
constexpr double kError = 0.01;

/// P(X > x) for a chi-squared X: the cube root of X is nearly normal (Wilson and Hilferty, "The
/// Distribution of Chi-Square", 1931).
double chi_squared_tail(double x, double degrees) {
  const double spread = 2 / (9 * degrees);
  const double z = (std::cbrt(x / degrees) - (1 - spread)) / std::sqrt(spread);
  return std::erfc(z / std::sqrt(2.0)) / 2;
}

struct Samples {
  std::vector<double> values;
  std::vector<int> nodes;
};

/// The metric's values by node, without the nodes that have few of them.
Samples samples_of(const CaseResults& c, const ReportMetric& metric) {
  const std::vector<double>& values = c.of(metric.flow, metric.metric);
  const std::vector<int>& numbers = c.numbers_of(metric.flow, metric.metric);
  Samples all;
  std::map<int, std::size_t> count;
  for (std::size_t i = 0; i < values.size() && i < numbers.size(); ++i) {
    const auto node = std::ranges::lower_bound(c.nodes, std::pair{numbers[i], -1});
    if (node == c.nodes.end() || node->first != numbers[i]) continue;
    all.values.push_back(values[i] * metric.scale);
    all.nodes.push_back(node->second);
    ++count[node->second];
  }
  Samples out;
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    if (count[all.nodes[i]] < kFewest) continue;
    out.values.push_back(all.values[i]);
    out.nodes.push_back(all.nodes[i]);
  }
  return out;
}

std::string medians_text(const Samples& samples, const ReportMetric& metric,
                         const std::vector<std::string>& names) {
  std::map<int, std::vector<double>> by_node;
  for (std::size_t i = 0; i < samples.values.size(); ++i)
    by_node[samples.nodes[i]].push_back(samples.values[i]);
  std::vector<std::pair<double, int>> medians;
  for (const auto& [node, values] : by_node) medians.emplace_back(summarize(values).median, node);
  const auto [low, high] = std::ranges::minmax(medians);
  const auto one = [&](const std::pair<double, int>& median) {
    return fmt::format("{} {} on {}", short_number(median.first), metric.unit,
                       names.at(static_cast<std::size_t>(median.second)));
  };
  return one(low) + ", " + one(high);
}

/// "", or how many numbers of repetitions ran on several nodes: parts of a task that was lost.
std::string exceptions_text(const CampaignResults& results) {
  std::map<int, int> node_of;
  std::set<int> on_several;
  for (const CaseResults& c : results.cases)
    for (const auto& [number, node] : c.nodes)
      if (node_of.emplace(number, node).first->second != node) on_several.insert(number);
  if (on_several.empty()) return {};
  return fmt::format(", but for {} of {} numbers", on_several.size(), node_of.size());
}

}  // namespace

double kruskal_wallis(std::span<const double> values, std::span<const int> groups) {
  const std::size_t n = values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::map<int, std::pair<double, double>> sums;  // of ranks, and their number
  double ties = 0;
  for (std::size_t i = 0; i < n;) {
    std::size_t end = i;
    while (end < n && values[order[end]] == values[order[i]]) ++end;
    const double rank = static_cast<double>(i + end + 1) / 2;  // the mean of i + 1 to end
    const auto equal = static_cast<double>(end - i);
    ties += equal * equal * equal - equal;
    for (; i < end; ++i) {
      auto& [sum, count] = sums[groups[order[i]]];
      sum += rank;
      count += 1;
    }
  }
  if (sums.size() < 2) return 1;
  const auto all = static_cast<double>(n);
  double h = 0;
  for (const auto& [group, sum] : sums) h += sum.first * sum.first / sum.second;
  h = 12 / (all * (all + 1)) * h - 3 * (all + 1);
  const double correction = 1 - ties / (all * all * all - all);
  if (correction <= 0) return 1;
  return chi_squared_tail(std::max(0.0, h / correction), static_cast<double>(sums.size() - 1));
}

std::string node_effect(const CampaignResults& results, const std::vector<ReportMetric>& metrics) {
  if (results.nodes.size() < 2) return {};
  double least = 1;
  int tests = 0;
  std::string where;
  for (const CaseResults& c : results.cases) {
    for (const ReportMetric& metric : metrics) {
      const Samples samples = samples_of(c, metric);
      if (samples.values.empty()) continue;
      const double p = kruskal_wallis(samples.values, samples.nodes);
      ++tests;
      if (p >= least) continue;
      least = p;
      where = fmt::format("{} of {}: medians from {}", metric.title, c.name,
                          medians_text(samples, metric, results.nodes));
    }
  }
  if (tests == 0 || least * tests >= kError) return {};
  return fmt::format(
      "The nodes differ more than repetitions on one node do, most in {} (Kruskal-Wallis, p = "
      "{:.1g}, the least of {}). Comparisons pair repetitions of one node{}.",
      where, least, tests, exceptions_text(results));
}

}  // namespace seawind
