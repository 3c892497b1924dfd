// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/comparison_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "controller/report/report_model.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(const std::string& flow, const std::string& metric) {
  return flow.empty() ? metric : flow + " " + metric;
}

}  // namespace

std::vector<std::string> verdicts(const std::vector<Comparison>& comparisons) {
  std::vector<std::string> out;
  for (const char code : {'A', 'B', 'C'}) {
    const Tally t = tally(comparisons, code);
    if (t.within + t.outside > 0)
      out.push_back(fmt::format("{}: {} of {} {}within {} %", code, t.within, t.within + t.outside,
                                code == 'C' ? "in direction and " : "", tolerance(code)));
  }
  const int shown = tally(comparisons, 'D').not_expected + tally(comparisons, 'E').not_expected;
  if (shown > 0) out.push_back(fmt::format("D, E: {} for information", shown));
  return out;
}

std::string comparison_text(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons, std::size_t published) {
  if (comparisons.empty())
    return fmt::format(
        "{}: no published value belongs to a case of this campaign that was "
        "measured.\n",
        campaign.name);
  std::string out = fmt::format("{}: {} of {} published values belong to a case and metric of it\n",
                                campaign.name, comparisons.size(), published);
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
    out += fmt::format("  {:<44}{:>10.5g} {:>10.5g} {:<8}{:>7}{} {} {}, n={}{} [{}]\n", what,
                       p.value, c.measured, p.unit, difference_text(c),
                       p.relative_to ? "pt"
                       : absolute    ? "  "
                                     : "% ",
                       p.judgement, agreement_text(c), c.repetitions,
                       p.relative_to ? ", " + base_text(p) : "", p.source);
  }
  return out;
}

std::string comparison_json(const CampaignResults& campaign,
                            const std::vector<Comparison>& comparisons, std::size_t published) {
  Json out = {{"campaign", campaign.name},
              {"published", published},
              {"verdicts", Json::object()},
              {"values", Json::array()}};
  for (const char code : {'A', 'B', 'C', 'D', 'E'}) {
    const Tally t = tally(comparisons, code);
    out["verdicts"][std::string(1, code)] = {
        {"within", t.within}, {"outside", t.outside}, {"not_expected", t.not_expected}};
  }
  for (const auto& c : comparisons) {
    Json value = published_json(c);
    value["repetitions"] = c.repetitions;
    out["values"].push_back(std::move(value));
  }
  return json_text(out, 2) + "\n";
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
    const auto percent = r.percent(r.median_difference);
    out += fmt::format("  {:<36}{:>12.5g} {:>9} {:>25} {:>7} {:>7.2f}  {}{}\n",
                       name_of(row.flow, row.metric) + " [" + row.unit + "]", r.median_difference,
                       percent ? fmt::format("{:+.2f}", *percent) : "-", interval,
                       r.standardized ? fmt::format("{:.2f}", *r.standardized) : "-",
                       r.rank_biserial, r.pairs, r.decided() ? " *" : "");
  }
  if (out.empty()) return "No two cases have a metric in at least two common repetitions.\n";
  return out +
         "\ndifference: median of the differences within repetitions; d: their mean / standard "
         "deviation;\nr: matched-pairs rank-biserial correlation; *: the interval does not contain "
         "0.\n";
}

Json paired_json(const std::vector<PairedRow>& rows, double confidence) {
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
                  {"relative", nullptr},
                  {"cohens_d", nullptr},
                  {"rank_biserial", r.rank_biserial},
                  {"decided", r.decided()}};
    if (const auto percent = r.percent(r.median_difference)) entry["relative"] = *percent / 100;
    if (r.standardized) entry["cohens_d"] = *r.standardized;
    if (r.interval) entry["interval"] = {r.interval->low, r.interval->high};
    out["pairs"].push_back(std::move(entry));
  }
  return out;
}

}  // namespace seawind
