// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/cases_model.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <unordered_map>

namespace seawind::gui {

CasesModel::CasesModel(Matrix& matrix, Planner& planner, QObject* parent)
    : QAbstractTableModel(parent), matrix_(matrix), planner_(planner) {
  rows_ = matrix_.product().size();
  connect(&matrix_, &Matrix::axes_changed, this, [this] {
    beginResetModel();
    rows_ = matrix_.product().size();
    estimates_.clear();
    endResetModel();
  });
  connect(&matrix_, &Matrix::exclusions_changed, this, [this] {
    if (rows_ > 0) emit dataChanged(index(0, 0), index(rows_ - 1, kColumns - 1));
  });
  connect(&planner_, &Planner::changed, this, &CasesModel::follow_estimate);
  follow_estimate();
}

void CasesModel::follow_estimate() {
  std::unordered_map<std::string, int> places;
  const auto& each = planner_.planned()->estimate.each;
  for (std::size_t i = 0; i < each.size(); ++i) places.emplace(each[i].id, static_cast<int>(i));
  estimates_.assign(static_cast<std::size_t>(rows_), -1);
  for (int row = 0; row < rows_; ++row) {
    std::string id;
    for (const auto& value : matrix_.product().at(row))
      if (!value.empty()) id += (id.empty() ? "" : "/") + value;
    if (const auto found = places.find(id); found != places.end())
      estimates_[static_cast<std::size_t>(row)] = found->second;
  }
  if (rows_ > 0) emit dataChanged(index(0, kExpected), index(rows_ - 1, kExpected));
}

const CaseEstimate* CasesModel::estimate_of(int row) const {
  const auto& each = planner_.planned()->estimate.each;
  if (row >= static_cast<int>(estimates_.size()) || matrix_.excluded_by(row) >= 0) return nullptr;
  const int place = estimates_[static_cast<std::size_t>(row)];
  return place < 0 || place >= static_cast<int>(each.size())
             ? nullptr
             : &each[static_cast<std::size_t>(place)];
}

int CasesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : rows_;
}

int CasesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant CasesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= matrix_.product().size()) return {};
  const int by = matrix_.excluded_by(index.row());
  const bool excluded = by >= 0;
  const auto text = [&]() -> QString {
    if (index.column() < kAxes)
      return QString::fromStdString(
          matrix_.product().at(index.row())[static_cast<std::size_t>(index.column())]);
    if (index.column() == kExcludedBy)
      return excluded ? tr("entry %1: %2").arg(by + 1).arg(matrix_.entry_text(by)) : QString();
    const CaseEstimate* estimate = estimate_of(index.row());
    return estimate == nullptr ? QString()
                               : QString::fromStdString(rough_time(estimate->seconds.typical));
  };
  switch (role) {
    case Qt::DisplayRole:
      return text();
    case Qt::CheckStateRole:
      return index.column() == 0 ? QVariant(excluded ? Qt::Unchecked : Qt::Checked) : QVariant();
    case Qt::ForegroundRole:
      if (excluded) return QGuiApplication::palette().color(QPalette::Disabled, QPalette::Text);
      return {};
    case Qt::FontRole:
      if (excluded && index.column() < kAxes) {
        QFont font;
        font.setStrikeOut(true);
        return font;
      }
      return {};
    case Qt::ToolTipRole:
      if (index.column() == kExpected) {
        const CaseEstimate* e = estimate_of(index.row());
        if (e == nullptr) return {};
        const QString range = tr("%1 to %2 for one repetition")
                                  .arg(QString::fromStdString(rough_time(e->seconds.least)),
                                       QString::fromStdString(rough_time(e->seconds.most)));
        return e->measured > 0 ? tr("%1; measured %n times", nullptr, e->measured).arg(range)
                               : tr("%1; from sizes and rates").arg(range);
      }
      return {};
    case Qt::AccessibleTextRole:
      return excluded && index.column() == 0 ? tr("%1, excluded").arg(text()) : text();
    case kSort:
      if (index.column() == kExpected) {
        const CaseEstimate* e = estimate_of(index.row());
        return e == nullptr ? -1.0 : e->seconds.typical;
      }
      return index.column() == kExcludedBy ? QVariant(by) : QVariant(text());
    case kExcluded:
      return excluded;
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

QVariant CasesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? section + 1 : QVariant();
  static const char* const kTitles[] = {QT_TR_NOOP("Link"),      QT_TR_NOOP("Router"),
                                        QT_TR_NOOP("TCP"),       QT_TR_NOOP("Workload"),
                                        QT_TR_NOOP("One takes"), QT_TR_NOOP("Excluded by")};
  if (role == Qt::DisplayRole) return tr(kTitles[section]);
  if (role == Qt::ToolTipRole && section == kExpected)
    return tr("Typical duration of one repetition");
  return {};
}

Qt::ItemFlags CasesModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
  if (index.column() == 0) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

}  // namespace seawind::gui
