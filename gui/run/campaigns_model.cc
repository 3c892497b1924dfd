// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaigns_model.h"

#include "gui/run/live_text.h"

namespace seawind::gui {

void CampaignsModel::set(const QList<CampaignEntry>& entries) {
  for (int row = 0; row < entries.size(); ++row) {
    int found = row;
    while (found < rows_.size() && rows_[found].directory != entries[row].directory) ++found;
    if (found == rows_.size()) {
      beginInsertRows({}, row, row);
      rows_.insert(row, entries[row]);
      endInsertRows();
      continue;
    }
    if (found != row) {
      beginMoveRows({}, found, found, {}, row);
      rows_.move(found, row);
      endMoveRows();
    }
    if (rows_[row] != entries[row]) {
      rows_[row] = entries[row];
      emit dataChanged(index(row, 0), index(row, kColumns - 1));
    }
  }
  if (rows_.size() > entries.size()) {
    beginRemoveRows({}, static_cast<int>(entries.size()), static_cast<int>(rows_.size()) - 1);
    rows_.resize(entries.size());
    endRemoveRows();
  }
}

int CampaignsModel::row_of(const QString& directory) const {
  for (int row = 0; row < rows_.size(); ++row)
    if (rows_[row].directory == directory) return row;
  return -1;
}

int CampaignsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CampaignsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant CampaignsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const CampaignEntry& entry = rows_[index.row()];
  if (role == Qt::ToolTipRole) return entry.directory;
  if (role != Qt::DisplayRole) return {};
  if (index.column() == kName) return entry.name;
  if (entry.unreadable) return tr("cannot be read");
  const QString count = tr("%1 of %2").arg(entry.done).arg(entry.total);
  if (entry.phase != RunPhase::kNotRunning) return phase_text(entry.phase) + ", " + count;
  return entry.complete ? tr("complete") : tr("unfinished, %1").arg(count);
}

QVariant CampaignsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == kName ? tr("Campaign") : tr("State");
}

}  // namespace seawind::gui
