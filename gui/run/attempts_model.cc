// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/attempts_model.h"

#include "gui/run/live_text.h"

namespace seawind::gui {

namespace {

using Column = TableColumn<AttemptRow>;

Column late(const QString& title, std::int64_t AttemptRow::*ns) {
  return {
      title, [ns](const AttemptRow& row) { return lateness_text(row.*ns); }, Qt::AlignRight,
      [ns](const AttemptRow& row) { return QVariant::fromValue<qlonglong>(row.*ns); },
      AttemptsModel::tr("Release lateness: how much later than intended packets left the link")};
}

}  // namespace

AttemptsModel::AttemptsModel(QObject* parent)
    : RowTable(
          {{tr("Case"), &AttemptRow::test_case},
           {tr("Repetition"), &AttemptRow::repetition, Qt::AlignRight},
           {tr("Attempt"), &AttemptRow::attempt, Qt::AlignRight},
           {tr("Verdict"), [](const AttemptRow& row) { return verdict_text(row.verdict); },
            Qt::AlignLeft, [](const AttemptRow& row) { return static_cast<int>(row.verdict); }},
           {tr("Reason"), &AttemptRow::reason},
           late(tr("Lateness p50"), &AttemptRow::p50_ns),
           late(tr("p99"), &AttemptRow::p99_ns),
           late(tr("p99.9"), &AttemptRow::p999_ns),
           late(tr("Max"), &AttemptRow::max_ns),
           {tr("Took"), [](const AttemptRow& row) { return clock_text(row.seconds); },
            Qt::AlignRight, &AttemptRow::seconds}},
          parent) {}

QVariant AttemptsModel::cell(const AttemptRow& row, int column, int role) const {
  if (role == Qt::ToolTipRole && column == kReason && !row.reason.isEmpty()) return row.reason;
  if (role == Qt::ToolTipRole && column == kCase) return row.test_case;
  if (role == Qt::ForegroundRole && column == kVerdict) return verdict_colour(row.verdict);
  return {};
}

}  // namespace seawind::gui
