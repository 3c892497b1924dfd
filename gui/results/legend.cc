// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/legend.h"

#include <algorithm>

namespace seawind::gui {

void place_legend(QCustomPlot& plot, bool shown) {
  QCPLegend& legend = *plot.legend;
  QCPLayoutGrid& grid = *plot.plotLayout();
  if (grid.rowCount() == 1) {
    grid.addElement(1, 0, &legend);
    grid.setRowStretchFactor(1, 0.001);
    legend.setFillOrder(QCPLayoutGrid::foColumnsFirst, false);
    legend.setBorderPen(Qt::NoPen);
    legend.setIconSize(22, 14);
    legend.setMargins(QMargins(80, 0, 8, 4));
    legend.setRowSpacing(0);
    // Without a maximum size, an empty legend would shrink to its minimum width, and the axes with
    // it.
    legend.setMaximumSize(QWIDGETSIZE_MAX / 2, QWIDGETSIZE_MAX);
  }
  legend.setVisible(shown);
  if (!shown) {
    legend.clearItems();
    return;
  }
  int widest = 60;
  for (int i = 0; i < legend.itemCount(); ++i)
    if (auto* item = dynamic_cast<QCPPlottableLegendItem*>(legend.item(i)))
      widest = std::max(
          widest, QFontMetrics(legend.font()).horizontalAdvance(item->plottable()->name()) + 50);
  const int room = plot.width() > 300 ? plot.width() - 100 : 900;
  legend.setWrap(std::max(1, room / widest));
  legend.simplify();
  legend.setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
}

}  // namespace seawind::gui
