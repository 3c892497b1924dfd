// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/attempts_model.h"

#include "gui/run/live_text.h"

namespace seawind::gui {

QVariant AttemptsModel::value(const AttemptRow& row, int column) const {
  switch (column) {
    case kCase:
      return row.test_case;
    case kRepetition:
      return row.repetition;
    case kAttempt:
      return row.attempt;
    case kVerdict:
      return static_cast<int>(row.verdict);
    case kP50:
      return QVariant::fromValue<qlonglong>(row.p50_ns);
    case kP99:
      return QVariant::fromValue<qlonglong>(row.p99_ns);
    case kP999:
      return QVariant::fromValue<qlonglong>(row.p999_ns);
    case kMax:
      return QVariant::fromValue<qlonglong>(row.max_ns);
    case kSeconds:
      return row.seconds;
    case kReason:
      return row.reason;
    default:
      return {};
  }
}

QString AttemptsModel::text(const AttemptRow& row, int column) const {
  switch (column) {
    case kVerdict:
      return verdict_text(row.verdict);
    case kP50:
      return lateness_text(row.p50_ns);
    case kP99:
      return lateness_text(row.p99_ns);
    case kP999:
      return lateness_text(row.p999_ns);
    case kMax:
      return lateness_text(row.max_ns);
    case kSeconds:
      return clock_text(row.seconds);
    default:
      return value(row, column).toString();
  }
}

QVariant AttemptsModel::cell(const AttemptRow& row, int column, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return text(row, column);
    case kSortRole:
      return value(row, column);
    case Qt::ToolTipRole:
      if (column == kReason && !row.reason.isEmpty()) return row.reason;
      if (column == kCase) return row.test_case;
      return {};
    case Qt::ForegroundRole:
      return column == kVerdict ? QVariant(verdict_colour(row.verdict)) : QVariant();
    case Qt::TextAlignmentRole:
      return column == kCase || column == kVerdict || column == kReason
                 ? QVariant::fromValue<int>(Qt::AlignLeft | Qt::AlignVCenter)
                 : QVariant::fromValue<int>(Qt::AlignRight | Qt::AlignVCenter);
    default:
      return {};
  }
}

QStringList AttemptsModel::titles() const {
  return {tr("Case"), tr("Repetition"), tr("Attempt"), tr("Verdict"), tr("Lateness p50"),
          tr("p99"),  tr("p99.9"),      tr("Max"),     tr("Took"),    tr("Reason")};
}

QVariant AttemptsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::ToolTipRole && section >= kP50 &&
      section <= kMax)
    return tr("Release lateness: how much later than intended packets left the link");
  return RowTable::headerData(section, orientation, role);
}

}  // namespace seawind::gui
