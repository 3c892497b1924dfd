// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/headline.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "controller/measure/flow_classes.h"
#include "controller/testset/generator_name.h"

namespace seawind {
namespace {

/// A row of flows: a class, or one flow that belongs to none.
struct Row {
  std::string name;
  std::string generator;
  std::string flow;  // the flow's own name; a class of several flows: empty
};

/// The order of rows in reports; flows without a class come last.
int rank(const std::string& name) {
  return static_cast<int>(std::find(kFlowClasses.begin(), kFlowClasses.end(), name) -
                          kFlowClasses.begin());
}

using Known = std::set<std::tuple<std::string, std::string, std::string>>;  // members of each Row

void add_rows(const Workload& workload, std::vector<Row>& rows, Known& known) {
  std::vector<FlowSpec> specs;
  for (const Flow& flow : workload.flows())
    specs.push_back({.name = flow.name(),
                     .competitor = flow.role() == Flow::COMPETITOR,
                     .kind = flow_kind(generator_name(flow))});
  const auto classes = possible_classes(specs);
  const auto add = [&](Row row) {
    if (known.emplace(row.name, row.generator, row.flow).second) rows.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string generator = generator_name(workload.flows(static_cast<int>(i)));
    if (classes[i].empty()) add({specs[i].name, generator, specs[i].name});
    for (const std::string& name : classes[i])
      add({name, generator, classes[i].size() == 1 ? specs[i].name : ""});
  }
}

std::vector<Row> rows_of(const Plan& plan) {
  std::vector<Row> rows;
  Known known;
  for (const Case& c : plan.cases()) add_rows(c.workload(), rows, known);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return rank(a.name) < rank(b.name); });
  return rows;
}

}  // namespace

std::vector<MetricKey> HeadlineMetrics::keys() const {
  std::vector<MetricKey> out;
  for (const auto* metrics : {&workload, &flows})
    for (const ReportMetric& m : *metrics) out.emplace_back(m.flow, m.metric);
  return out;
}

HeadlineMetrics headline_metrics(const Plan& plan, const CampaignResults& results) {
  std::set<MetricKey> all;
  for (const CaseResults& c : results.cases)
    for (const auto& [key, values] : c.samples)
      if (!values.empty()) all.insert(key);
  const auto measured = [&all](const std::string& flow, const std::string& metric) {
    return all.contains({flow, metric});
  };
  HeadlineMetrics out;
  for (const ReportMetric& metric : workload_metrics()) {
    if (!measured(metric.flow, metric.metric)) continue;
    out.workload.push_back(metric);
    if (metric.metric == "overall_throughput" || metric.metric == "total_elapsed")
      out.compared.push_back(metric);
  }
  std::set<MetricKey> listed;
  for (const Row& row : rows_of(plan)) {
    bool first = true;
    for (const char* metric : headline(row.generator)) {
      // Metrics from a generator's own log are stored under the flow's name only.
      const std::string& flow = measured(row.name, metric) ? row.name : row.flow;
      if (!measured(flow, metric)) continue;
      const bool is_first = std::exchange(first, false);
      if (!listed.insert({flow, metric}).second) continue;
      const auto shown = flow_metric(flow, metric);
      if (is_first) out.compared.push_back(*shown);
      out.flows.push_back(*shown);
    }
  }
  return out;
}

}  // namespace seawind
