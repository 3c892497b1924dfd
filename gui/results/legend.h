// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace seawind::gui {

/// Puts the legend below the axes, with as many columns as fit. Call it again after adding graphs.
/// If `shown` is false the legend takes no space.
void place_legend(QCustomPlot& plot, bool shown);

}  // namespace seawind::gui
