// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaigns_model.h"

#include "gui/run/live_text.h"

namespace seawind::gui {

namespace {

QString state_of(const CampaignEntry& entry) {
  if (entry.unreadable) return CampaignsModel::tr("cannot be read");
  const QString count = CampaignsModel::tr("%1 of %2").arg(entry.done).arg(entry.total);
  if (entry.phase) return phase_text(entry.phase) + ", " + count;
  return entry.complete ? CampaignsModel::tr("complete")
                        : CampaignsModel::tr("unfinished, %1").arg(count);
}

}  // namespace

CampaignsModel::CampaignsModel(QObject* parent)
    : RowTable({{tr("Campaign"), &CampaignEntry::name}, {tr("State"), state_of}}, parent) {}

QVariant CampaignsModel::cell(const CampaignEntry& entry, int /*column*/, int role) const {
  return role == Qt::ToolTipRole ? entry.directory : QVariant();
}

}  // namespace seawind::gui
