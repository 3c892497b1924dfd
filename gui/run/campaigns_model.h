// SPDX-License-Identifier: GPL-3.0-or-later
// All known campaigns as a table, running ones first.
#pragma once

#include <QAbstractTableModel>

#include "gui/run/campaign_scan.h"

namespace seawind::gui {

class CampaignsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  /// Replaces the entries. Rows that did not change emit no signal.
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
