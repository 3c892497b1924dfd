// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "common/error.h"
#include "common/printable.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

double hours_after(std::int64_t time_ns, std::int64_t begin_ns) {
  return static_cast<double>(time_ns - begin_ns) / 3.6e12;
}

/// A metric that no headline shows, by its name in the store.
ReportMetric plain_metric(const MetricKey& key, const std::string& unit) {
  ReportMetric out{key.first, key.second, key.second, unit, 1, -1};
  std::replace(out.title.begin(), out.title.end(), '_', ' ');
  if (!key.first.empty()) out.title = key.first + ", " + out.title;
  return out;
}

Json metric_json(const ReportMetric& m) {
  Json out = {{"flow", m.flow}, {"metric", m.metric}, {"title", m.title}, {"unit", m.unit}};
  if (m.scale != 1) out["scale"] = m.scale;
  if (m.decimals >= 0) out["decimals"] = m.decimals;
  if (m.better != Better::kNeither)
    out["better"] = m.better == Better::kHigher ? "higher" : "lower";
  return out;
}

/// The row of each valid repetition, by index of the case and number.
using Rows = std::map<CourseName, std::size_t>;

Rows rows_of(const ReportModel& model) {
  std::set<CourseName> names;
  for (std::size_t i = 0; i < model.campaign.cases.size(); ++i)
    for (const auto& [key, numbers] : model.campaign.cases[i].numbers)
      for (const int number : numbers) names.emplace(i, number);
  Rows out;
  for (const CourseName& name : names) out.emplace(name, out.size());
  return out;
}

Json column(const ReportModel& model, const Rows& rows, const ReportMetric& metric) {
  Json out = Json::array_t(rows.size());
  for (std::size_t i = 0; i < model.campaign.cases.size(); ++i) {
    const CaseResults& c = model.campaign.cases[i];
    const auto& values = c.of(metric.flow, metric.metric);
    const auto& numbers = c.numbers_of(metric.flow, metric.metric);
    for (std::size_t v = 0; v < values.size(); ++v) out[rows.at({i, numbers[v]})] = values[v];
  }
  return out;
}

Json repetitions_json(const ReportModel& model, const PageContext& context, const Rows& rows) {
  std::map<CourseName, double> hours;
  for (const AttemptTiming& a : context.attempts)
    if (a.counts)
      hours[{static_cast<std::size_t>(a.case_id), a.number}] =
          hours_after(a.started_unix_ns, model.campaign.created_unix_ns);
  Json out;
  for (const char* name : {"case", "number", "hours", "course", "log"}) out[name] = Json::array();
  for (const auto& [name, row] : rows) {
    out["case"].push_back(name.first);
    out["number"].push_back(name.second);
    const CaseResults& c = model.campaign.cases[name.first];
    const auto begin = hours.find({static_cast<std::size_t>(c.id), name.second});
    out["hours"].push_back(begin == hours.end() ? Json() : Json(begin->second));
    const auto course = context.courses.find(name);
    const bool has_course = course != context.courses.end();
    out["course"].push_back(has_course ? course_file(name) : "");
    out["log"].push_back(has_course ? course->second : "");
  }
  return out;
}

Json answers_json(const ReportModel& model) {
  Json out = Json::array();
  for (const Answer& answer : model.answers.answers) {
    const PairedComparison& r = answer.result;
    Json row = {{"base", answer.base},
                {"case", answer.subject},
                {"metric", answer.metric},
                {"n", r.pairs},
                {"difference", r.median_difference},
                {"percent", percent_json(r, r.median_difference)},
                {"decided", r.decided()}};
    row["low"] = r.interval ? Json(r.interval->low) : Json();
    row["high"] = r.interval ? Json(r.interval->high) : Json();
    row["low_percent"] = r.interval ? percent_json(r, r.interval->low) : Json();
    row["high_percent"] = r.interval ? percent_json(r, r.interval->high) : Json();
    out.push_back(std::move(row));
  }
  return {{"axis", model.answers.axis}, {"confidence", model.answers.confidence}, {"answers", out}};
}

Json timing_json(const ReportModel& model, const PageContext& context, const Rows& rows) {
  std::map<int, std::size_t> index;  // of the case, by its id
  for (std::size_t i = 0; i < model.campaign.cases.size(); ++i)
    index.emplace(model.campaign.cases[i].id, i);
  Json out;
  for (const char* name :
       {"case", "number", "row", "hours", "verdict", "reason", "p50", "p999", "max"})
    out[name] = Json::array();
  for (const AttemptTiming& a : context.attempts) {
    const auto c = index.find(a.case_id);
    if (a.lateness_max_ns < 0 || c == index.end()) continue;
    const auto row = rows.find({c->second, a.number});
    out["case"].push_back(c->second);
    out["number"].push_back(a.number);
    out["row"].push_back(a.counts && row != rows.end() ? Json(row->second) : Json());
    out["hours"].push_back(hours_after(a.started_unix_ns, model.campaign.created_unix_ns));
    out["verdict"].push_back(to_string(a.verdict));
    out["reason"].push_back(printable(a.reason));
    out["p50"].push_back(a.lateness_p50_ns);
    out["p999"].push_back(a.lateness_p999_ns);
    out["max"].push_back(a.lateness_max_ns);
  }
  return out;
}

Json published_values(const ReportModel& model) {
  Json out = Json::array();
  for (const Comparison& c : model.comparisons) {
    const PublishedValue& p = c.published;
    const bool median = p.statistic == "median" && !p.relative_to && !p.start;
    out.push_back({{"case", c.case_name},
                   {"median_of", median ? Json{p.flow, p.metric} : Json()},
                   {"metric", published_title(p)},
                   {"unit", p.relative_to ? "%" : p.unit},
                   {"published", p.value},
                   {"measured", c.measured},
                   {"agreement", static_cast<int>(c.agreement)},
                   {"verdict", agreement_text(c)},
                   {"source", p.source}});
  }
  return out;
}

}  // namespace

Json percent_json(const PairedComparison& comparison, double difference) {
  const auto percent = comparison.percent(difference);
  return percent ? Json(*percent) : Json();
}

std::vector<ReportMetric> metrics_of(const ReportModel& model) {
  std::vector<ReportMetric> out;
  std::set<MetricKey> listed;
  const auto add = [&](const ReportMetric& m) {
    if (listed.emplace(m.flow, m.metric).second) out.push_back(m);
  };
  for (const auto* part :
       {&model.headline.compared, &model.headline.workload, &model.headline.flows})
    std::for_each(part->begin(), part->end(), add);
  for (const CaseResults& c : model.campaign.cases)
    for (const auto& [key, unit] : c.units) {
      const auto known = flow_metric(key.first, key.second);
      add(known ? *known : plain_metric(key, unit));
    }
  return out;
}

void require_filled(const CampaignResults& campaign, std::size_t cells) {
  std::size_t values = 0;
  for (const CaseResults& c : campaign.cases)
    for (const auto& [key, numbers] : c.numbers) values += numbers.size();
  if (cells > std::max(kMostCells, kMaxCellsPerValue * values))
    throw Error(fmt::format(
        "cannot make the page: its tables would have {} cells for {} values; the store was changed "
        "by hand",
        cells, values));
}

std::string course_file(const CourseName& name) {
  return fmt::format("{}-{}", name.first, name.second);
}

Json page_data(const ReportModel& model, const PageContext& context) {
  const Rows rows = rows_of(model);
  Json out = {{"name", model.campaign.name}, {"begun", date_text(model.campaign.created_unix_ns)}};
  for (const char* list : {"cases", "metrics", "values"}) out[list] = Json::array();
  for (const CaseResults& c : model.campaign.cases)
    out["cases"].push_back({{"name", c.name},
                            {"link", c.link},
                            {"router", c.router},
                            {"tcp", c.tcp},
                            {"workload", c.workload},
                            {"planned", c.repetitions},
                            {"valid", c.valid}});
  const std::vector<ReportMetric> metrics = metrics_of(model);
  require_filled(model.campaign, metrics.size() * rows.size());
  for (const ReportMetric& metric : metrics) {
    out["metrics"].push_back(metric_json(metric));
    out["values"].push_back(column(model, rows, metric));
  }
  out["repetitions"] = repetitions_json(model, context, rows);
  out["comparison"] = answers_json(model);
  out["timing"] = timing_json(model, context, rows);
  out["limits"] = Json::object();
  if (model.limits.lateness_p999_ns) out["limits"]["p999_ns"] = *model.limits.lateness_p999_ns;
  if (model.limits.lateness_max_ns) out["limits"]["max_ns"] = *model.limits.lateness_max_ns;
  out["published"] = published_values(model);
  out["courses"] = context.folder;
  out["version"] = context.version;
  const auto shown = context.shown ? rows.find(*context.shown) : rows.end();
  out["shown"] = shown == rows.end() ? Json() : Json(shown->second);
  return out;
}

}  // namespace seawind
