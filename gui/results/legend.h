// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace seawind::gui {

/// Puts the legend below the axes, where it covers nothing, in as many columns as fit; call again
/// after other graphs were added. Without `shown` it takes no room.
void place_legend(QCustomPlot& plot, bool shown);

}  // namespace seawind::gui
