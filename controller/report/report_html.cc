// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "controller/report/figures_html.h"
#include "controller/report/html_template.h"
#include "controller/report/published_html.h"
#include "controller/report/report_page_html.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

Json statistics_json(const Statistics& s, int decimals) {
  if (s.count == 0) return Json::object();
  const auto number = [decimals](double value) { return fmt::format("{:.{}f}", value, decimals); };
  return {{"median", number(s.median)},
          {"q1", number(s.q1)},
          {"q3", number(s.q3)},
          {"iqr", number(s.iqr())}};
}

/// `whole`: of the whole workload, with the number of valid repetitions.
Json case_table(const ReportModel& model, const char* heading,
                const std::vector<ReportMetric>& metrics, bool whole) {
  Json columns = Json::array();
  for (const auto& metric : metrics)
    columns.push_back({{"title", metric.title}, {"unit", metric.unit}});
  Json cases = Json::array();
  for (const auto& c : model.campaign.cases) {
    Json cells = Json::array();
    for (const auto& metric : metrics)
      cells.push_back(statistics_json(statistics_of(c, metric), metric.decimals));
    cases.push_back({{"case", c.name},
                     {"valid", fmt::format("{} of {}", c.valid, c.repetitions)},
                     {"cells", cells}});
  }
  return {{"heading", heading}, {"whole", whole}, {"columns", columns}, {"cases", cases}};
}

Json delta_table(const ReportModel& model) {
  if (model.deltas.empty()) return {};
  Json columns = Json::array();
  for (const auto& metric : model.headline.compared) columns.push_back(metric.title);
  Json rows = Json::array();
  for (const auto& delta : model.deltas) {
    Json percent = Json::array();
    for (const auto& value : delta.percent)
      percent.push_back(value ? fmt::format("{:+.2f}", *value) : "&ndash;");
    rows.push_back({{"case", delta.case_name}, {"against", delta.base_tcp}, {"percent", percent}});
  }
  return {{"columns", columns}, {"rows", rows}};
}

/// "slower elapsed, median": the metric's name in words.
std::string metric_name(const PublishedValue& p) {
  std::string name = p.flow.empty() ? p.metric : p.flow + " " + p.metric;
  std::replace(name.begin(), name.end(), '_', ' ');
  std::string statistic = statistic_text(p);
  if (p.statistic == "iqr") statistic.replace(0, 3, "IQR");
  return name + ", " + statistic;
}

/// "against e0 baseline": the axes in which the other case differs.
std::string relation(const PublishedValue& p) {
  if (!p.relative_to) return {};
  std::string text = "against";
  if (p.relative_to->link != p.at.link) text += " " + p.relative_to->link;
  if (p.relative_to->router != p.at.router) text += " " + p.relative_to->router;
  if (p.relative_to->tcp != p.at.tcp) text += " " + p.relative_to->tcp;
  return text;
}

Json complaints_table(const CampaignResults& campaign) {
  if (campaign.complaints.empty()) return {};
  Json rows = Json::array();
  for (const auto& c : campaign.complaints)
    rows.push_back({{"case", c.case_name},
                    {"repetition", c.number},
                    {"verdict", c.verdict},
                    {"reason", c.reason}});
  return {{"shown", rows.size()}, {"all", campaign.complaint_count}, {"rows", rows}};
}

Json provenance(const CampaignResults& c) {
  Json out = Json::array();
  const auto add = [&](const std::string& name, const std::string& value) {
    out.push_back({{"name", name}, {"value", value}});
  };
  add("test set", c.test_set_file);
  add("resolved test set, SHA-256", c.resolved_sha256);
  add("seed", fmt::format("{}", c.seed));
  add("program", "Seawind " + c.program_version);
  const auto host = host_json(c.host);
  if (host.is_string()) {
    add("host", c.host);
  } else {
    for (const auto& [key, value] : host.items())
      add(key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out;
}

}  // namespace

std::string comparison_table(const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return {};
  constexpr const char* kClasses[] = {"within", "outside", "muted"};
  Json rows = Json::array();
  std::string last_case;
  for (const auto& c : comparisons) {
    const auto& p = c.published;
    rows.push_back({{"case", c.case_name == last_case ? "" : c.case_name},
                    {"metric", metric_name(p)},
                    {"against", relation(p)},
                    {"unit", p.unit == "1" ? "" : p.unit},
                    {"published", fmt::format("{:.5g}", p.value)},
                    {"measured", fmt::format("{:.5g}", c.measured)},
                    {"difference", fmt::format("{:+.1f}", c.difference)},
                    {"difference_unit", p.relative_to ? "pt" : "%"},
                    {"judgement", std::string(1, p.judgement)},
                    {"class", kClasses[static_cast<int>(c.agreement)]},
                    {"agreement", agreement_text(c)},
                    {"source", p.source}});
    last_case = c.case_name;
  }
  return render_template(kPublishedHtml, {{"rows", rows}});
}

std::string figures(const std::vector<Picture>& pictures) {
  Json all = Json::array();
  for (const auto& picture : pictures)
    all.push_back({{"title", picture.title}, {"svg", picture.svg}});
  return render_template(kFiguresHtml, {{"figures", all}});
}

std::string render_html(const ReportModel& model, const std::vector<Picture>& boxes,
                        const std::vector<Picture>& timeline) {
  const CampaignResults& c = model.campaign;
  constexpr const char* kClasses[] = {"complete", "unfinished", "failures"};
  Json tables = Json::array();
  if (model.valid > 0)
    tables = {case_table(model, "Whole workload", model.headline.workload, true),
              case_table(model, "Flows", model.headline.flows, false)};
  return html_page(
      c.name,
      render_template(kReportHtml, {{"name", c.name},
                                    {"begun", date_text(c.created_unix_ns)},
                                    {"outcome", kClasses[static_cast<int>(model.outcome())]},
                                    {"verdict", model.verdict()},
                                    {"timing", model.timing_sentences()},
                                    {"tables", tables},
                                    {"deltas", delta_table(model)},
                                    {"published", comparison_table(model.comparisons)},
                                    {"boxes", boxes.empty() ? "" : figures(boxes)},
                                    {"timeline", timeline.empty() ? "" : figures(timeline)},
                                    {"no_timeline", timeline.empty() && model.valid > 0},
                                    {"complaints", complaints_table(c)},
                                    {"provenance", provenance(c)}}),
      "Seawind report");
}

}  // namespace seawind
