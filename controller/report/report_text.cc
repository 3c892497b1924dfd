// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include "controller/report/comparison_text.h"
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

void append_case(const CaseResults& c, const ReportModel& model, std::string& out) {
  const HeadlineMetrics& headline = model.headline;
  out += fmt::format("\n{}\n  {} of {} valid", c.name, c.valid, c.repetitions);
  if (c.failed > 0) out += fmt::format(", {} failed", c.failed);
  if (c.pending > 0) out += ", " + model.pending_text(c.pending);
  out += "\n";
  if (c.valid == 0) return;
  out += fmt::format("  {:<26}{:>10} {:>21} {:>8}\n", "", "median", "Q1 - Q3", "IQR");
  for (const auto* metrics : {&headline.workload, &headline.flows}) {
    for (const auto& metric : *metrics) {
      const Statistics s = statistics_of(c, metric);
      if (s.count == 0) continue;
      const int d = metric.decimals;
      out += fmt::format("  {:<26}{:>10} {:>21} {:>8} {}\n", metric.title, rounded(s.median, d),
                         rounded(s.q1, d) + " - " + rounded(s.q3, d), rounded(s.iqr(), d),
                         metric.unit);
    }
  }
}

/// A table of medians: a line per case, a column per metric by which cases are compared.
void append_medians(const ReportModel& model, std::size_t columns, std::string& out) {
  std::size_t name_width = 0;
  for (const CaseResults& c : model.campaign.cases)
    name_width = std::max(name_width, c.name.size());
  std::string titles;
  for (std::size_t i = 0; i < model.headline.compared.size(); ++i) {
    const ReportMetric& m = model.headline.compared[i];
    titles += fmt::format("{}{} [{}]", i > 0 ? ", " : "", m.title, m.unit);
  }
  out += "\n" + wrapped("Medians: " + titles, columns, 0);
  for (const CaseResults& c : model.campaign.cases) {
    out += fmt::format("  {:<{}}", c.name, name_width);
    std::vector<std::string> fewer;  // repetitions
    for (const ReportMetric& m : model.headline.compared) {
      const Statistics s = statistics_of(c, m);
      if (s.count > 0 && std::cmp_less(s.count, c.valid))
        fewer.push_back(fmt::format("{}: n={}", m.title, s.count));
      out += s.count == 0 ? fmt::format(" {:>9}", "-")
                          : fmt::format(" {:>9}", rounded(s.median, m.decimals));
    }
    if (c.valid < c.repetitions) out += fmt::format("  ({} of {})", c.valid, c.repetitions);
    if (!fewer.empty()) out += fmt::format("  ({})", fmt::join(fewer, ", "));
    out += "\n";
  }
}

/// "enhanced against baseline on e0/tail-drop-20/w1": the axis that differs, and the others.
std::string against(const std::string& axis, const CaseInfo& subject, const CaseInfo& base) {
  std::string differs;
  std::vector<std::string> same;
  for (const auto& [name, value] :
       {std::pair{"link", &CaseInfo::link}, std::pair{"router", &CaseInfo::router},
        std::pair{"tcp", &CaseInfo::tcp}, std::pair{"workload", &CaseInfo::workload}}) {
    if (name == axis)
      differs = fmt::format("{} against {}", subject.*value, base.*value);
    else if (!(subject.*value).empty())
      same.push_back(subject.*value);
  }
  return fmt::format("{} on {}", differs, fmt::join(same, "/"));
}

/// The differences of the whole workload's metrics. Those of the flows are in the page.
void append_answers(const ReportModel& model, std::size_t columns, std::string& out) {
  const Answers& all = model.answers;
  if (all.answers.empty()) return;
  out += fmt::format(
      "\nMedian difference within repetitions, with its {:g} % interval and the number of pairs\n",
      100 * kAnswerConfidence);
  const Answer* last = nullptr;
  for (const Answer& answer : all.answers) {
    const ReportMetric& m = model.headline.compared[answer.metric];
    const PairedComparison& r = answer.result;
    if (!m.flow.empty()) continue;
    if (last == nullptr || last->subject != answer.subject)
      out += wrapped(against(all.axis, model.campaign.cases[answer.subject],
                             model.campaign.cases[answer.base]),
                     columns, 2);
    last = &answer;
    // Without percent, the base's median is 0.
    const std::string unit = r.base_median != 0 ? " %" : m.unit.empty() ? "" : " " + m.unit;
    const auto number = [&](double difference) {
      const auto percent = r.percent(difference);
      return percent ? fmt::format("{:+.2f}", *percent)
                     : fmt::format("{:+.4g}", difference * m.scale);
    };
    out += fmt::format("    {:<26}{:>8}{}", m.title, number(r.median_difference), unit);
    if (r.interval)
      out += fmt::format("  ({} to {})", number(r.interval->low), number(r.interval->high));
    out += fmt::format(", {} pair{}, {}\n", r.pairs, r.pairs == 1 ? "" : "s",
                       !r.interval               ? "too few to decide"
                       : !r.decided()            ? "undecided"
                       : r.median_difference > 0 ? "higher"
                                                 : "lower");
  }
}

void append_published(const ReportModel& model, std::size_t columns, std::string& out) {
  if (model.comparisons.empty()) return;
  out += wrapped(fmt::format("Published values: {} (`seawind compare` and the page list them).",
                             fmt::join(verdicts(model.comparisons), ", ")),
                 columns, 0);
}

}  // namespace

std::string render_terminal_report(const std::filesystem::path& campaign,
                                   const ReportOptions& options, int width) {
  const ReportModel model = build_report(campaign, options);
  const auto columns = static_cast<std::size_t>(std::max(width, 60));
  std::string out =
      wrapped(fmt::format("{}: {}", model.campaign.name, model.verdict()), columns, 0);
  for (const auto& sentence : model.timing_sentences()) out += wrapped(sentence, columns, 2);
  if (model.campaign.cases.size() == 1)
    append_case(model.campaign.cases.front(), model, out);
  else if (model.valid > 0)
    append_medians(model, columns, out);
  append_answers(model, columns, out);
  if (!model.paired.empty()) out += '\n' + paired_text(model.paired, kAnswerConfidence);
  append_published(model, columns, out);
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
