// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/cases_model.h"

#include <unordered_map>

namespace seawind::gui {
namespace {

QString time_words(double seconds) {
  return QString::fromStdString(rough_time(seconds));
}

QString excluding_entry(const CaseRow& row) {
  if (row.excluded_by < 0) return {};
  return CasesModel::tr("entry %1: %2").arg(row.excluded_by + 1).arg(row.entry);
}

QString estimate_tip(const CaseEstimate& estimate) {
  const QString range =
      CasesModel::tr("%1 to %2 for one repetition")
          .arg(time_words(estimate.seconds.least), time_words(estimate.seconds.most));
  return estimate.measured > 0
             ? CasesModel::tr("%1; measured %n times", nullptr, estimate.measured).arg(range)
             : CasesModel::tr("%1; from sizes and rates").arg(range);
}

TableColumn<CaseRow> axis_column(const QString& title, std::size_t axis) {
  return {title, [axis](const CaseRow& row) { return row.values[axis]; }};
}

}  // namespace

CasesModel::CasesModel(Matrix& matrix, Planner& planner, QObject* parent)
    : RowTable({axis_column(tr("Link"), 0),
                axis_column(tr("Router"), 1),
                axis_column(tr("TCP"), 2),
                axis_column(tr("Workload"), 3),
                {tr("One takes"),
                 [](const CaseRow& row) {
                   return row.estimate == nullptr ? QString()
                                                  : time_words(row.estimate->seconds.typical);
                 },
                 Qt::AlignLeft,
                 [](const CaseRow& row) {
                   return row.estimate == nullptr ? -1.0 : row.estimate->seconds.typical;
                 },
                 tr("Typical duration of one repetition")},
                {tr("Excluded by"), excluding_entry, Qt::AlignLeft, &CaseRow::excluded_by}},
               parent),
      matrix_(matrix),
      planner_(planner) {
  rows_ = read();
  connect(&matrix_, &Matrix::axes_changed, this, [this] { reset_rows(read()); });
  const auto follow = [this] { replace_rows(read()); };
  connect(&matrix_, &Matrix::exclusions_changed, this, follow);
  connect(&planner_, &Planner::changed, this, follow);
}

QList<CaseRow> CasesModel::read() {
  planned_ = planner_.planned();
  std::unordered_map<std::string, const CaseEstimate*> estimates;
  for (const CaseEstimate& one : planned_->estimate.each) estimates.emplace(one.id, &one);
  QList<CaseRow> rows;
  for (int index = 0; index < matrix_.product().size(); ++index) {
    CaseRow row;
    std::string id;
    const auto values = matrix_.product().at(index);
    for (std::size_t axis = 0; axis < values.size(); ++axis) {
      row.values[axis] = QString::fromStdString(values[axis]);
      if (!values[axis].empty()) id += (id.empty() ? "" : "/") + values[axis];
    }
    row.excluded_by = matrix_.excluded_by(index);
    if (row.excluded_by >= 0)
      row.entry = matrix_.entry_text(row.excluded_by);
    else if (const auto found = estimates.find(id); found != estimates.end())
      row.estimate = found->second;
    rows.append(std::move(row));
  }
  return rows;
}

QVariant CasesModel::cell(const CaseRow& row, int column, int role) const {
  const bool excluded = row.excluded_by >= 0;
  switch (role) {
    case Qt::CheckStateRole:
      return column == 0 ? QVariant(excluded ? Qt::Unchecked : Qt::Checked) : QVariant();
    case Qt::ForegroundRole:
      if (excluded) return QGuiApplication::palette().color(QPalette::Disabled, QPalette::Text);
      return {};
    case Qt::FontRole: {
      QFont font;
      font.setStrikeOut(true);
      return excluded && column < kAxes ? QVariant(font) : QVariant();
    }
    case Qt::ToolTipRole:
      return column == kExpected && row.estimate != nullptr ? QVariant(estimate_tip(*row.estimate))
                                                            : QVariant();
    case Qt::AccessibleTextRole: {
      const QString text = columns_[column].text(row).toString();
      return excluded && column == 0 ? tr("%1, excluded").arg(text) : text;
    }
    default:
      return {};
  }
}

bool CasesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || index.column() != 0 || role != Qt::CheckStateRole) return false;
  auto excluded = matrix_.excluded();
  excluded[static_cast<std::size_t>(index.row())] = value.toInt() != Qt::Checked;
  return matrix_.set_excluded(excluded);
}

Qt::ItemFlags CasesModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = RowTable::flags(index);
  return index.column() == 0 ? flags | Qt::ItemIsUserCheckable : flags;
}

}  // namespace seawind::gui
