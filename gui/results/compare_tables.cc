// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/compare_tables.h"

#include "controller/report/named.h"
#include "controller/report/report_model.h"

namespace seawind::gui {
namespace {

struct CompareTexts {
  Q_DECLARE_TR_FUNCTIONS(CompareTables)
};

QString words(const std::string& text) {
  return QString::fromStdString(text);
}

TableCell percent_cell(double percent, const char* unit) {
  return {QString::asprintf("%+.2f %s", percent, unit), percent};
}

}  // namespace

QStringList paired_titles() {
  return {
      CompareTexts::tr("Case"),      CompareTexts::tr("against"),    CompareTexts::tr("Metric"),
      CompareTexts::tr("Unit"),      CompareTexts::tr("Difference"), CompareTexts::tr("Relative"),
      CompareTexts::tr("from"),      CompareTexts::tr("to"),         CompareTexts::tr("Decided"),
      CompareTexts::tr("Cohen's d"), CompareTexts::tr("r"),          CompareTexts::tr("Pairs")};
}

std::vector<Row> paired_table(const std::vector<PairedRow>& rows) {
  std::vector<Row> out;
  for (const PairedRow& row : rows) {
    const PairedComparison& r = row.result;
    const bool decided = r.decided();
    const auto percent = r.percent(r.median_difference);
    Row cells{{words(row.case_b)},
              {words(row.case_a)},
              {words(metric_text({row.flow, row.metric}))},
              {words(row.unit)},
              number_cell(r.median_difference),
              percent ? percent_cell(*percent, "%") : TableCell{"–"},
              r.interval ? number_cell(r.interval->low) : TableCell{"–"},
              r.interval ? number_cell(r.interval->high) : TableCell{"–"},
              {decided ? (r.median_difference > 0 ? CompareTexts::tr("higher")
                                                  : CompareTexts::tr("lower"))
                       : CompareTexts::tr("no")},
              r.standardized ? number_cell(*r.standardized) : TableCell{"–"},
              number_cell(r.rank_biserial),
              {QString::number(r.pairs), static_cast<double>(r.pairs)}};
    cells[4].strong = cells[8].strong = decided;
    out.push_back(std::move(cells));
  }
  return out;
}

QStringList published_titles() {
  return {
      CompareTexts::tr("Case"),       CompareTexts::tr("Metric"),    CompareTexts::tr("Statistic"),
      CompareTexts::tr("Unit"),       CompareTexts::tr("Published"), CompareTexts::tr("Measured"),
      CompareTexts::tr("Difference"), CompareTexts::tr("Judgement"), CompareTexts::tr("Agreement"),
      CompareTexts::tr("n"),          CompareTexts::tr("Source")};
}

std::vector<Row> published_table(const std::vector<Comparison>& comparisons) {
  std::vector<Row> out;
  for (const Comparison& c : comparisons) {
    const PublishedValue& p = c.published;
    QString statistic = words(p.statistic);
    if (p.start)
      statistic += CompareTexts::tr(" (start %1–%2 s)").arg(p.start->from).arg(p.start->to);
    const bool absolute = p.value == 0 && !p.relative_to;
    Row cells{{words(c.case_name)},
              {words(metric_text({p.flow, p.metric}))},
              {statistic},
              {words(p.unit)},
              number_cell(p.value),
              number_cell(c.measured),
              absolute ? number_cell(c.difference)
                       : percent_cell(c.difference, p.relative_to ? "pt" : "%"),
              {QString(QChar(p.judgement))},
              {words(agreement_text(c))},
              {QString::number(c.repetitions), static_cast<double>(c.repetitions)},
              {words(p.source)}};
    cells[8].strong = c.agreement == Agreement::kOutside;
    out.push_back(std::move(cells));
  }
  return out;
}

}  // namespace seawind::gui
