// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/report_html.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "controller/report/comparison_text.h"
#include "controller/report/figures_html.h"
#include "controller/report/html_template.h"
#include "controller/report/page_script.h"
#include "controller/report/paired_html.h"
#include "controller/report/published_html.h"
#include "controller/report/report_page_html.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

/// `valid`: repetitions; "fewer": the number of repetitions with a value, if it differs.
Json statistics_json(const Statistics& s, int decimals, int valid) {
  if (s.count == 0) return Json::object();
  const auto number = [decimals](double value) { return rounded(value, decimals); };
  Json out{{"median", number(s.median)},
           {"q1", number(s.q1)},
           {"q3", number(s.q3)},
           {"iqr", number(s.iqr())}};
  if (s.count != static_cast<std::size_t>(valid)) out["fewer"] = s.count;
  return out;
}

/// `whole`: of the whole workload, with the number of valid repetitions.
Json case_table(const ReportModel& model, const char* heading,
                const std::vector<ReportMetric>& metrics, bool whole) {
  Json columns = Json::array();
  for (const auto& metric : metrics)
    columns.push_back({{"title", metric.title}, {"unit", metric.unit}});
  constexpr std::size_t kOfACell = 10;  // with quartiles and range it takes that much more memory
  std::size_t size = 0;                 // in cells without statistics
  for (const auto& c : model.campaign.cases)
    size += metrics.size() * (c.samples.empty() ? 1 : kOfACell);
  require_filled(model.campaign, size);
  Json cases = Json::array();
  for (const auto& c : model.campaign.cases) {
    Json cells = Json::array();
    for (const auto& metric : metrics)
      cells.push_back(statistics_json(statistics_of(c, metric), metric.decimals, c.valid));
    cases.push_back({{"case", c.name},
                     {"valid", fmt::format("{} of {}", c.valid, c.repetitions)},
                     {"cells", cells}});
  }
  return {{"heading", heading}, {"whole", whole}, {"columns", columns}, {"cases", cases}};
}

/// The axis in a heading.
std::string axis_title(const std::string& axis) {
  return axis == "tcp" ? "TCP variant" : axis;
}

Json uncounted_attempts_table(const CampaignResults& campaign) {
  if (campaign.uncounted_attempts.empty()) return {};
  Json rows = Json::array();
  for (const auto& c : campaign.uncounted_attempts)
    rows.push_back({{"case", c.case_name},
                    {"repetition", c.number},
                    {"verdict", c.verdict},
                    {"reason", c.reason}});
  return {{"shown", rows.size()}, {"all", campaign.uncounted_attempt_count}, {"rows", rows}};
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

std::string comparison_table(const std::vector<Comparison>& comparisons) {
  constexpr const char* kClasses[] = {"within", "outside", "muted"};
  Json rows = Json::array();
  std::string last_case;
  for (const auto& c : comparisons) {
    const auto& p = c.published;
    rows.push_back({{"case", c.case_name == last_case ? "" : c.case_name},
                    {"metric", published_title(p)},
                    {"against", base_text(p)},
                    {"unit", p.unit == "1" ? "" : p.unit},
                    {"published", fmt::format("{:.5g}", p.value)},
                    {"measured", fmt::format("{:.5g}", c.measured)},
                    {"difference", difference_text(c)},
                    {"difference_unit", difference_unit(c)},
                    {"judgement", std::string(1, p.judgement)},
                    {"class", kClasses[static_cast<int>(c.agreement)]},
                    {"agreement", agreement_text(c)},
                    {"source", p.source}});
    last_case = c.case_name;
  }
  return render_template(kPublishedHtml, {{"verdicts", verdicts(comparisons)}, {"rows", rows}});
}

std::string figures(const std::vector<Picture>& pictures) {
  Json all = Json::array();
  for (const auto& picture : pictures)
    all.push_back({{"title", picture.title}, {"svg", picture.svg}});
  return render_template(kFiguresHtml, {{"figures", all}});
}

constexpr auto kNone = "\u2013";

std::string percent_text(const PairedComparison& r, double difference) {
  const auto percent = r.percent(difference);
  return percent ? fmt::format("{:+.2f}", *percent) : kNone;
}

Json paired_part(const ReportModel& model, const PageParts& parts) {
  if (model.paired.empty()) return {};
  Json rows = Json::array();
  std::string last;
  for (const PairedRow& row : model.paired) {
    const std::string pair = row.case_b + " against " + row.case_a;
    const PairedComparison& r = row.result;
    Json interval;
    if (r.interval)
      interval = {{"low", fmt::format("{:.5g}", r.interval->low)},
                  {"high", fmt::format("{:.5g}", r.interval->high)}};
    rows.push_back({{"pair", pair == last ? "" : pair},
                    {"metric", row.flow.empty() ? row.metric : row.flow + " " + row.metric},
                    {"difference", fmt::format("{:.5g}", r.median_difference)},
                    {"unit", row.unit},
                    {"percent", percent_text(r, r.median_difference)},
                    {"class", r.decided() ? "" : "muted"},
                    {"interval", interval},
                    {"d", r.standardized ? fmt::format("{:.2f}", *r.standardized) : kNone},
                    {"r", fmt::format("{:.2f}", r.rank_biserial)},
                    {"pairs", r.pairs}});
    last = pair;
  }
  return {{"part", render_template(kPairedHtml,
                                   {{"confidence", fmt::format("{:g}", 100 * kAnswerConfidence)},
                                    {"unpaired", model.unpaired},
                                    {"other_links", model.other_links},
                                    {"figures", figures(parts.paired)},
                                    {"rows", rows}})}};
}

Json answers_part(const ReportModel& model, const PageParts& parts) {
  if (model.answers.answers.empty()) return {};
  Json rows = Json::array();
  for (const Answer& answer : model.answers.answers) {
    const PairedComparison& r = answer.result;
    const ReportMetric& m = model.headline.compared[answer.metric];
    // Without percent, the base's median is 0.
    const auto number = [&](double difference) {
      return r.base_median == 0 ? fmt::format("{:+.4g}{}{}", difference * m.scale,
                                              m.unit.empty() ? "" : " ", m.unit)
                                : percent_text(r, difference);
    };
    rows.push_back(
        {{"case", model.campaign.cases[answer.subject].name},
         {"base", model.campaign.cases[answer.base].name},
         {"metric", m.title},
         {"percent", number(r.median_difference)},
         {"interval",
          r.interval ? number(r.interval->low) + " \u2026 " + number(r.interval->high) : kNone},
         {"n", r.pairs}});
  }
  return {{"axis", axis_title(model.answers.axis)},
          {"confidence", fmt::format("{:g}", 100 * kAnswerConfidence)},
          {"pictures", figures(parts.answers)},
          {"rows", rows}};
}

Json measured_part(const ReportModel& model, const PageParts& parts) {
  if (model.valid == 0) return {};
  const std::string course = parts.course.empty()
                                 ? "<p>The event log is empty or no longer there.</p>"
                                 : figures(parts.course);
  return {{"boxes", figures(parts.boxes)}, {"course", course}};
}

/// Published values, folded to one line of counts.
Json published_part(const ReportModel& model) {
  if (model.comparisons.empty()) return {};
  int within = 0, outside = 0, muted = 0;
  for (const Comparison& c : model.comparisons)
    ++(c.agreement == Agreement::kWithin    ? within
       : c.agreement == Agreement::kOutside ? outside
                                            : muted);
  return {{"summary", fmt::format("{} published values: {} agree, {} are outside their tolerance, "
                                  "{} are not expected to agree",
                                  model.comparisons.size(), within, outside, muted)},
          {"table", comparison_table(model.comparisons)}};
}

}  // namespace

std::string render_html(const ReportModel& model, const PageParts& parts) {
  const CampaignResults& c = model.campaign;
  constexpr const char* kClasses[] = {"complete", "unfinished", "failures"};
  Json tables = Json::array();
  if (model.valid > 0)
    tables = {case_table(model, "Whole workload", model.headline.workload, true),
              case_table(model, "Flows", model.headline.flows, false)};
  Json courses = Json::array();
  for (const auto& [name, packed] : parts.courses)
    courses.push_back({{"file", course_file(name)}, {"packed", packed}});
  const auto timing = model.timing_sentences();
  const Json values{{"name", c.name},
                    {"begun", date_text(c.created_unix_ns)},
                    {"outcome", kClasses[static_cast<int>(model.outcome())]},
                    {"verdict", model.verdict()},
                    {"timing_short", {timing.front(), model.changed_by_hand()}},
                    {"answers", answers_part(model, parts)},
                    {"paired", paired_part(model, parts)},
                    {"measured", measured_part(model, parts)},
                    {"tables", tables},
                    {"timing", timing},
                    {"lateness", figures(parts.lateness)},
                    {"uncounted_attempts", uncounted_attempts_table(c)},
                    {"published", published_part(model)},
                    {"provenance", provenance(c)},
                    {"data", parts.data},
                    {"courses", courses},
                    {"script", parts.data.empty() ? "" : kPageScript}};
  return html_page(c.name, render_template(kReportHtml, values), parts.reload);
}

}  // namespace seawind
