// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/compare_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "common/directory.h"
#include "common/error.h"
#include "controller/report/comparison_html.h"
#include "controller/report/draw.h"
#include "controller/report/html_template.h"
#include "controller/report/page_data.h"
#include "controller/report/paired_html.h"
#include "controller/report/picture_renderer.h"
#include "controller/report/report_html.h"
#include "controller/report/report_model.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(const std::string& flow, const std::string& metric) {
  return flow.empty() ? metric : flow + " " + metric;
}

/// "A: 12 of 13 within 1 %", for every judgement that occurs.
std::vector<std::string> verdicts(const std::vector<Comparison>& comparisons) {
  std::vector<std::string> out;
  for (const auto& [code, what] : {std::pair('A', "within 1 %"), std::pair('B', "within 3 %"),
                                   std::pair('C', "in direction and within 30 %")}) {
    const Tally t = tally(comparisons, code);
    if (t.within + t.outside > 0)
      out.push_back(fmt::format("{}: {} of {} {}", code, t.within, t.within + t.outside, what));
  }
  const int shown = tally(comparisons, 'D').not_expected + tally(comparisons, 'E').not_expected;
  if (shown > 0) out.push_back(fmt::format("D, E: {} for information", shown));
  return out;
}

/// The pictures of a request (picture_renderer.h) with their titles.
std::vector<Picture> pictures(const std::filesystem::path& folder, const std::string& name,
                              Json request, const std::vector<std::string>& titles) {
  request["width"] = 1000;  // pixels
  request["paper"] = false;
  const auto drawn = render_pictures(folder, name, request);
  std::vector<Picture> out;
  for (std::size_t i = 0; i < titles.size(); ++i)
    if (drawn.at(i)) out.push_back({titles[i], drawn[i]->svg});
  return out;
}

/// Shown value of a metric divided by its stored value.
double shown_scale(const HeadlineMetrics& headline, const MetricKey& key) {
  for (const auto* metrics : {&headline.workload, &headline.flows})
    for (const ReportMetric& m : *metrics)
      if (m.flow == key.first && m.metric == key.second) return m.scale;
  return 1;
}

void write_page(const std::filesystem::path& page, const std::string& text) {
  Directory(page.parent_path()).replace(page.filename(), text);
}

/// The published median of a case and metric, if there is one that is not relative to another case.
std::optional<double> published_median(const std::vector<Comparison>& comparisons,
                                       const CaseResults& c, const MetricKey& key) {
  for (const auto& x : comparisons) {
    const auto& p = x.published;
    if (x.case_name == c.name && p.flow == key.first && p.metric == key.second &&
        p.statistic == "median" && !p.relative_to && !p.start)
      return p.value;
  }
  return {};
}

/// A box plot for each workload and each headline metric that its cases have.
std::vector<Picture> draw(const std::filesystem::path& folder, const ReportModel& model,
                          const std::vector<Comparison>& comparisons) {
  const auto& cases = model.campaign.cases;
  std::vector<std::string> workloads;
  for (const auto& c : cases)
    if (std::find(workloads.begin(), workloads.end(), c.workload) == workloads.end())
      workloads.push_back(c.workload);
  Json requests = Json::array();
  std::vector<std::string> titles;
  for (const auto& workload : workloads) {
    for (const auto& [flow, metric] : model.headline.keys()) {
      Json chosen = Json::array();
      Json published = Json::object();
      for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases[i].workload != workload || cases[i].of(flow, metric).empty()) continue;
        chosen.push_back(i);
        if (const auto value = published_median(comparisons, cases[i], {flow, metric}))
          published[std::to_string(i)] = *value * shown_scale(model.headline, {flow, metric});
      }
      if (chosen.empty()) continue;
      std::string title = workload + ", " + name_of(flow, metric);
      std::replace(title.begin(), title.end(), '_', ' ');
      titles.push_back(title);
      requests.push_back({{"kind", "boxes"},
                          {"metric", {flow, metric}},
                          {"cases", chosen},
                          {"published", published}});
    }
  }
  if (requests.empty()) return {};
  return pictures(folder, "compare", {{"data", page_data(model, {})}, {"pictures", requests}},
                  titles);
}

/// Per metric, the intervals of all pairs of cases in percent of the base's median.
std::vector<Picture> draw_intervals(const std::filesystem::path& folder,
                                    const std::vector<PairedRow>& rows, double confidence) {
  std::vector<MetricKey> keys;
  for (const PairedRow& row : rows) {
    const MetricKey key(row.flow, row.metric);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  Json requests = Json::array();
  std::vector<std::string> titles;
  for (const MetricKey& key : keys) {
    Json picture = interval_picture(rows, key, confidence);
    if (picture.is_null()) continue;
    titles.push_back(name_of(key.first, key.second));
    requests.push_back(std::move(picture));
  }
  if (requests.empty()) return {};
  return pictures(folder, "paired", {{"pictures", requests}}, titles);
}

}  // namespace

std::string comparison_text(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons) {
  if (comparisons.empty())
    return fmt::format(
        "{}: no published value belongs to a case of this campaign that was "
        "measured.\n",
        campaign.name);
  std::string out = fmt::format("{}\n", campaign.name);
  for (const auto& verdict : verdicts(comparisons)) out += "  " + verdict + "\n";
  std::string last_case;
  for (const auto& c : comparisons) {
    if (c.case_name != last_case)
      out += fmt::format("\n{}\n  {:<44}{:>10} {:>10} {:<8}{:>8}   {}\n", c.case_name, "",
                         "published", "measured", "", "diff.", "tolerance, verdict");
    last_case = c.case_name;
    const auto& p = c.published;
    const std::string what = name_of(p.flow, p.metric) + " " + statistic_text(p);
    const bool absolute = p.value == 0 && !p.relative_to;
    out += fmt::format("  {:<44}{:>10.5g} {:>10.5g} {:<8}{:>+7.1f}{} {} {}, n={} [{}]\n", what,
                       p.value, c.measured, p.unit, c.difference,
                       p.relative_to ? "pt"
                       : absolute    ? "  "
                                     : "% ",
                       p.judgement, agreement_text(c), c.repetitions, p.source);
  }
  return out;
}

std::string comparison_json(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons) {
  Json out = {{"campaign", campaign.name}, {"verdicts", Json::object()}, {"values", Json::array()}};
  for (const char code : {'A', 'B', 'C', 'D', 'E'}) {
    const Tally t = tally(comparisons, code);
    out["verdicts"][std::string(1, code)] = {
        {"within", t.within}, {"outside", t.outside}, {"not_expected", t.not_expected}};
  }
  for (const auto& c : comparisons) {
    Json value = published_json(c);
    value["difference"] = c.difference;
    value["repetitions"] = c.repetitions;
    out["values"].push_back(std::move(value));
  }
  return out.dump(2) + "\n";
}

void write_comparison_page(const std::filesystem::path& page, const std::filesystem::path& folder,
                           const ReportModel& model) {
  const auto& comparisons = model.comparisons;
  const bool all = std::none_of(comparisons.begin(), comparisons.end(), [](const Comparison& c) {
    return c.agreement == Agreement::kOutside;
  });
  const Json scatter = {{"data", page_data(model, {})}, {"pictures", {{{"kind", "published"}}}}};
  const std::string body = render_template(
      kComparisonHtml,
      {{"name", model.campaign.name},
       {"outcome", all ? "complete" : "unfinished"},
       {"verdicts", verdicts(comparisons)},
       {"scatter", figures(pictures(folder, "published", scatter, {"Published and measured"}))},
       {"published", comparison_table(comparisons)},
       {"figures", figures(draw(folder, model, comparisons))}});
  write_page(page, html_page(model.campaign.name + ": published and measured", body));
}

std::string paired_text(const std::vector<PairedRow>& rows, double confidence) {
  std::string out;
  std::string last;
  for (const auto& row : rows) {
    const std::string pair = row.case_b + " against " + row.case_a;
    if (pair != last)
      out += fmt::format("{}{}\n  {:<36}{:>12} {:>9} {:>25} {:>7} {:>7}  n\n",
                         last.empty() ? "" : "\n", pair, "", "difference", "%",
                         fmt::format("{:g} % interval", 100 * confidence), "d", "r");
    last = pair;
    const PairedComparison& r = row.result;
    const std::string interval =
        r.interval ? fmt::format("{:.5g} .. {:.5g}", r.interval->low, r.interval->high) : "-";
    out += fmt::format("  {:<36}{:>12.5g} {:>+9.2f} {:>25} {:>7.2f} {:>7.2f}  {}{}\n",
                       name_of(row.flow, row.metric) + " [" + row.unit + "]", r.median_difference,
                       100 * r.relative, interval, r.standardized, r.rank_biserial, r.pairs,
                       r.decided() ? " *" : "");
  }
  if (out.empty()) return "No two cases have a metric in at least two common repetitions.\n";
  return out +
         "\ndifference: median of the differences within repetitions; d: their mean / standard "
         "deviation;\nr: matched-pairs rank-biserial correlation; *: the interval does not contain "
         "0.\n";
}

std::string paired_json(const std::vector<PairedRow>& rows, double confidence) {
  Json out = {{"confidence", confidence}, {"pairs", Json::array()}};
  for (const auto& row : rows) {
    const PairedComparison& r = row.result;
    Json entry = {{"a", row.case_a},
                  {"b", row.case_b},
                  {"flow", row.flow},
                  {"metric", row.metric},
                  {"unit", row.unit},
                  {"n", r.pairs},
                  {"median_difference", r.median_difference},
                  {"relative", r.relative},
                  {"cohens_d", r.standardized},
                  {"rank_biserial", r.rank_biserial},
                  {"decided", r.decided()}};
    if (r.interval) entry["interval"] = {r.interval->low, r.interval->high};
    out["pairs"].push_back(std::move(entry));
  }
  return out.dump(2) + "\n";
}

void write_paired_page(const std::filesystem::path& page, const std::filesystem::path& folder,
                       const std::string& title, const std::vector<PairedRow>& rows,
                       double confidence) {
  Json all = Json::array();
  std::string last;
  for (const auto& row : rows) {
    const std::string pair = row.case_b + " against " + row.case_a;
    const PairedComparison& r = row.result;
    Json interval;
    if (r.interval)
      interval = {{"low", fmt::format("{:.5g}", r.interval->low)},
                  {"high", fmt::format("{:.5g}", r.interval->high)}};
    all.push_back({{"pair", pair == last ? "" : pair},
                   {"metric", name_of(row.flow, row.metric)},
                   {"difference", fmt::format("{:.5g}", r.median_difference)},
                   {"unit", row.unit},
                   {"percent", fmt::format("{:+.2f}", 100 * r.relative)},
                   {"class", r.decided() ? "" : "muted"},
                   {"interval", interval},
                   {"d", fmt::format("{:.2f}", r.standardized)},
                   {"r", fmt::format("{:.2f}", r.rank_biserial)},
                   {"pairs", r.pairs}});
    last = pair;
  }
  const Json values{{"title", title},
                    {"confidence", fmt::format("{:g}", 100 * confidence)},
                    {"figures", figures(draw_intervals(folder, rows, confidence))},
                    {"rows", all}};
  write_page(page, html_page(title, render_template(kPairedHtml, values)));
}

}  // namespace seawind
