// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaigns_model.h"

#include "gui/run/live_text.h"

namespace seawind::gui {

CampaignsModel::CampaignsModel(QObject* parent)
    : RowTable({{tr("Campaign"), &CampaignEntry::name},
                {tr("State"), &entry_text},
                {tr("Campaign"),
                 [](const CampaignEntry& entry) { return entry.name + '\n' + entry_text(entry); }}},
               parent) {}

QVariant CampaignsModel::cell(const CampaignEntry& entry, int column, int role) const {
  const bool damaged = !entry.problem.isEmpty();
  switch (role) {
    case Qt::ToolTipRole:
      return damaged ? entry.directory + '\n' + entry.problem
                     : tr("%1\nlast changed %2")
                           .arg(entry.directory, QDateTime::fromMSecsSinceEpoch(entry.changed_ms)
                                                     .toString("yyyy-MM-dd HH:mm"));
    case Qt::AccessibleTextRole:
      return column == kBoth ? entry.name + ", " + entry_text(entry) : QVariant();
    case Qt::DecorationRole:
      return damaged && column == kBoth
                 ? QVariant(QApplication::style()->standardIcon(QStyle::SP_MessageBoxWarning))
                 : QVariant();
    default:
      return {};
  }
}

}  // namespace seawind::gui
