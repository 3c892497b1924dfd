// SPDX-License-Identifier: GPL-3.0-or-later
// The summary of a campaign as rich text. The verdict comes first, as in the report.
#pragma once

#include <QtWidgets>

#include "gui/results/campaign_data.h"

namespace seawind::gui {

QString summary_html(const CampaignData& campaign);

}  // namespace seawind::gui
