// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/attempts_model.h"

#include "gui/run/live_text.h"

namespace seawind::gui {

void AttemptsModel::append(const QList<AttemptRow>& attempts) {
  if (attempts.isEmpty()) return;
  const int first = static_cast<int>(rows_.size());
  beginInsertRows({}, first, first + static_cast<int>(attempts.size()) - 1);
  rows_.append(attempts);
  endInsertRows();
}

void AttemptsModel::clear() {
  if (rows_.isEmpty()) return;
  beginResetModel();
  rows_.clear();
  endResetModel();
}

int AttemptsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int AttemptsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

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

QVariant AttemptsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const AttemptRow& row = rows_[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return text(row, index.column());
    case kSortRole:
      return value(row, index.column());
    case Qt::ToolTipRole:
      if (index.column() == kReason && !row.reason.isEmpty()) return row.reason;
      if (index.column() == kCase) return row.test_case;
      return {};
    case Qt::ForegroundRole:
      return index.column() == kVerdict ? QVariant(verdict_colour(row.verdict)) : QVariant();
    case Qt::TextAlignmentRole:
      return index.column() == kCase || index.column() == kVerdict || index.column() == kReason
                 ? QVariant::fromValue<int>(Qt::AlignLeft | Qt::AlignVCenter)
                 : QVariant::fromValue<int>(Qt::AlignRight | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant AttemptsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole && section >= kP50 && section <= kMax)
    return tr("Release lateness: how much later than intended packets left the link");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kCase:
      return tr("Case");
    case kRepetition:
      return tr("Repetition");
    case kAttempt:
      return tr("Attempt");
    case kVerdict:
      return tr("Verdict");
    case kP50:
      return tr("Lateness p50");
    case kP99:
      return tr("p99");
    case kP999:
      return tr("p99.9");
    case kMax:
      return tr("Max");
    case kSeconds:
      return tr("Took");
    case kReason:
      return tr("Reason");
    default:
      return {};
  }
}

}  // namespace seawind::gui
