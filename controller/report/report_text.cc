// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "controller/report/report.h"
#include "controller/report/report_model.h"

namespace seawind {
namespace {

/// The text wrapped at spaces to `width`; each line is indented by `indent` spaces.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string word;
  std::string line(indent, ' ');
  std::string out;
  bool fresh = true;
  while (words >> word) {
    if (!fresh && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line.assign(indent, ' ');
      fresh = true;
    }
    line += (fresh ? "" : " ") + word;
    fresh = false;
  }
  return out + line + "\n";
}

void append_case(const CaseResults& c, const HeadlineMetrics& headline, std::string& out) {
  out += fmt::format("\n{}\n  {} of {} valid", c.name, c.valid, c.repetitions);
  if (c.failed > 0) out += fmt::format(", {} failed", c.failed);
  if (c.pending > 0) out += fmt::format(", {} still to run", c.pending);
  out += "\n";
  if (c.valid == 0) return;
  out += fmt::format("  {:<26}{:>10} {:>21} {:>8}\n", "", "median", "Q1 - Q3", "IQR");
  for (const auto* metrics : {&headline.workload, &headline.flows}) {
    for (const auto& metric : *metrics) {
      const Statistics s = statistics_of(c, metric);
      if (s.count == 0) continue;
      const int d = metric.decimals;
      out +=
          fmt::format("  {:<26}{:>10.{}f} {:>21} {:>8.{}f} {}\n", metric.title, s.median, d,
                      fmt::format("{:.{}f} - {:.{}f}", s.q1, d, s.q3, d), s.iqr(), d, metric.unit);
    }
  }
}

void append_deltas(const ReportModel& model, std::string& out) {
  if (model.deltas.empty()) return;
  out += "\nMedians against the first TCP variant\n";
  for (const auto& delta : model.deltas) {
    out += fmt::format("  {} against {}\n", delta.case_name, delta.base_tcp);
    for (std::size_t i = 0; i < delta.percent.size(); ++i)
      if (delta.percent[i])
        out += fmt::format("    {:<24}{:>+8.2f} %\n", model.headline.compared[i].title,
                           *delta.percent[i]);
  }
}

void append_comparisons(const ReportModel& model, std::string& out) {
  if (model.comparisons.empty()) return;
  out += "\nAgainst published values\n";
  std::string last_case;
  for (const auto& c : model.comparisons) {
    if (c.case_name != last_case) out += fmt::format("  {}\n", c.case_name);
    last_case = c.case_name;
    const auto& p = c.published;
    const std::string what =
        fmt::format("{}{} {}", p.flow.empty() ? "" : p.flow + " ", p.metric, statistic_text(p));
    out += fmt::format("    {:<34}{:>9.5g} {:>9.5g} {:<4}{:>+7.1f}{} {} {}\n", what, p.value,
                       c.measured, p.unit, c.difference, p.relative_to ? "pt" : "% ", p.judgement,
                       agreement_text(c));
  }
}

}  // namespace

std::string render_terminal_report(const std::filesystem::path& campaign,
                                   const ReportOptions& options, int width) {
  const ReportModel model = build_report(campaign, options);
  const auto columns = static_cast<std::size_t>(std::max(width, 60));
  std::string out =
      wrapped(fmt::format("{}: {}", model.campaign.name, model.verdict()), columns, 0);
  for (const auto& sentence : model.timing_sentences()) out += wrapped(sentence, columns, 2);
  for (const auto& c : model.campaign.cases) append_case(c, model.headline, out);
  append_deltas(model, out);
  append_comparisons(model, out);
  if (!model.campaign.uncounted_attempts.empty()) {
    out += fmt::format("\nAttempts that do not count ({} in all)\n",
                       model.campaign.uncounted_attempt_count);
    for (const auto& c : model.campaign.uncounted_attempts)
      out += wrapped(fmt::format("{}/{} {}: {}", c.case_name, c.number, c.verdict, c.reason),
                     columns, 2);
  }
  return out;
}

}  // namespace seawind
