// SPDX-License-Identifier: GPL-3.0-or-later
// All known campaigns as a table, running ones first, or as a list of two lines each (kBoth).
#pragma once

#include "gui/row_table.h"
#include "gui/run/campaign_scan.h"

namespace seawind::gui {

class CampaignsModel : public RowTable<CampaignEntry> {
  Q_OBJECT

 public:
  enum Column { kName, kState, kBoth };

  explicit CampaignsModel(QObject* parent = nullptr);

  void set(const QList<CampaignEntry>& entries) { update_rows(entries, &CampaignEntry::directory); }
  int row_of(const QString& directory) const {
    return find_row(&CampaignEntry::directory, directory);
  }

 private:
  QVariant cell(const CampaignEntry& entry, int column, int role) const override;
};

}  // namespace seawind::gui
