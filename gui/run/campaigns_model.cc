// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaigns_model.h"

#include "gui/run/live_text.h"

namespace seawind::gui {

QVariant CampaignsModel::cell(const CampaignEntry& entry, int column, int role) const {
  if (role == Qt::ToolTipRole) return entry.directory;
  if (role != Qt::DisplayRole) return {};
  if (column == kName) return entry.name;
  if (entry.unreadable) return tr("cannot be read");
  const QString count = tr("%1 of %2").arg(entry.done).arg(entry.total);
  if (entry.phase != RunPhase::kNotRunning) return phase_text(entry.phase) + ", " + count;
  return entry.complete ? tr("complete") : tr("unfinished, %1").arg(count);
}

}  // namespace seawind::gui
