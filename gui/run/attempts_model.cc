// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/attempts_model.h"

#include "gui/run/live_text.h"

namespace seawind::gui {

namespace {

using Column = TableColumn<AttemptRow>;

/// Release lateness; a dash if the link sent no report.
Column late(const QString& title, std::int64_t AttemptRow::Lateness::*ns) {
  const auto value = [ns](const AttemptRow& row) {
    return qlonglong{row.lateness ? (*row.lateness).*ns : -1};
  };
  return {
      title, [value](const AttemptRow& row) { return lateness_text(value(row)); }, Qt::AlignRight,
      value,
      AttemptsModel::tr("Release lateness: how much later than intended packets left the link")};
}

}  // namespace

AttemptsModel::AttemptsModel(QObject* parent)
    : RowTable(
          {{tr("Case"), &AttemptRow::test_case},
           {tr("Repetition"), &AttemptRow::number, Qt::AlignRight},
           {tr("Attempt"), &AttemptRow::attempt, Qt::AlignRight},
           {tr("Verdict"), [](const AttemptRow& row) { return verdict_text(row.verdict); },
            Qt::AlignLeft, [](const AttemptRow& row) { return static_cast<int>(row.verdict); }},
           {tr("Reason"), [](const AttemptRow& row) { return QString::fromStdString(row.reason); }},
           late(tr("Lateness p50"), &AttemptRow::Lateness::p50),
           late(tr("p99"), &AttemptRow::Lateness::p99),
           late(tr("p99.9"), &AttemptRow::Lateness::p999),
           late(tr("Max"), &AttemptRow::Lateness::max),
           {tr("Took"), [](const AttemptRow& row) { return clock_text(row.seconds()); },
            Qt::AlignRight, &AttemptRow::seconds}},
          parent) {}

QVariant AttemptsModel::cell(const AttemptRow& row, int column, int role) const {
  if (role == Qt::ToolTipRole && (column == kReason || column == kCase))
    return columns_[column].text(row);
  if (role == Qt::ForegroundRole && column == kVerdict) return verdict_colour(row.verdict);
  return {};
}

}  // namespace seawind::gui
