// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace seawind::gui {

/// Puts the legend below the axes, in as many columns as fit. Call again after graphs were added.
/// Without `shown` the legend takes no room.
void place_legend(QCustomPlot& plot, bool shown);

}  // namespace seawind::gui
