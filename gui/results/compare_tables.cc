// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a comparison: the controller's numbers; the cells keep the values that are not rounded.
#include "gui/results/compare_view.h"

namespace seawind::gui {
namespace {

QString words(const std::string& text) {
  return QString::fromStdString(text);
}

TableCell percent_cell(double percent, const char* unit) {
  return {QString::asprintf("%+.2f %s", percent, unit), percent};
}

}  // namespace

QStringList paired_titles() {
  return {CompareView::tr("Case"),      CompareView::tr("against"),    CompareView::tr("Metric"),
          CompareView::tr("Unit"),      CompareView::tr("Difference"), CompareView::tr("Relative"),
          CompareView::tr("from"),      CompareView::tr("to"),         CompareView::tr("Decided"),
          CompareView::tr("Cohen's d"), CompareView::tr("r"),          CompareView::tr("Pairs")};
}

std::vector<Row> paired_table(const std::vector<PairedRow>& rows) {
  std::vector<Row> out;
  for (const PairedRow& row : rows) {
    const PairedComparison& r = row.result;
    const bool decided = r.decided();
    Row cells{
        {words(row.case_b)},
        {words(row.case_a)},
        {words(metric_text({row.flow, row.metric}))},
        {words(row.unit)},
        number_cell(r.median_difference),
        percent_cell(100 * r.relative, "%"),
        r.interval ? number_cell(r.interval->low) : TableCell{"–"},
        r.interval ? number_cell(r.interval->high) : TableCell{"–"},
        {decided ? (r.median_difference > 0 ? CompareView::tr("higher") : CompareView::tr("lower"))
                 : CompareView::tr("no")},
        number_cell(r.standardized),
        number_cell(r.rank_biserial),
        {QString::number(r.pairs), static_cast<double>(r.pairs)}};
    cells[4].strong = cells[8].strong = decided;
    out.push_back(std::move(cells));
  }
  return out;
}

QStringList published_titles() {
  return {CompareView::tr("Case"),       CompareView::tr("Metric"),    CompareView::tr("Statistic"),
          CompareView::tr("Unit"),       CompareView::tr("Published"), CompareView::tr("Measured"),
          CompareView::tr("Difference"), CompareView::tr("Judgement"), CompareView::tr("Agreement"),
          CompareView::tr("n"),          CompareView::tr("Source")};
}

std::vector<Row> published_table(const std::vector<Comparison>& comparisons) {
  std::vector<Row> out;
  for (const Comparison& c : comparisons) {
    const PublishedValue& p = c.published;
    QString statistic = words(p.statistic);
    if (p.start)
      statistic += CompareView::tr(" (start %1–%2 s)").arg(p.start->from).arg(p.start->to);
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
