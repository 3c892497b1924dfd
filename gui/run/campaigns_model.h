// SPDX-License-Identifier: GPL-3.0-or-later
// The campaigns there are, running ones first.
#pragma once

#include <QAbstractTableModel>

#include "gui/run/campaign_scan.h"

namespace seawind::gui {

class CampaignsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  /// Changes only the rows it must.
  void set(const QList<CampaignEntry>& entries);
  const CampaignEntry& at(int row) const { return rows_[row]; }
  int row_of(const QString& directory) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QList<CampaignEntry> rows_;
};

}  // namespace seawind::gui
