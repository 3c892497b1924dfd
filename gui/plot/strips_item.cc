// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/strips_item.h"

#include <algorithm>

namespace seawind::gui {

StripsItem::StripsItem(QCustomPlot* plot, double top, double bottom)
    : QCPAbstractItem(plot), top_(top), bottom_(bottom) {
  setLayer("background");
  setClipToAxisRect(true);
}

void StripsItem::draw(QCPPainter* painter) {
  const QCPAxis* x = mParentPlot->xAxis;
  const QRectF area = mParentPlot->axisRect()->rect();
  const QRectF band(area.left(), area.top() + top_ * area.height(), area.width(),
                    (bottom_ - top_) * area.height());
  const QCPRange seen = x->range();
  auto first = std::partition_point(strips_.begin(), strips_.end(),
                                    [&](const Strip& s) { return s.to < seen.lower; });
  double drawn_to = -1;
  for (; first != strips_.end() && first->from <= seen.upper; ++first) {
    double left = x->coordToPixel(std::max(first->from, seen.lower));
    double right = x->coordToPixel(std::min(first->to, seen.upper));
    if (right - left < 1) {
      if (right <= drawn_to) continue;
      left = std::max(left, drawn_to);
      right = left + 1;
    }
    drawn_to = right;
    const QRectF box(left, band.top(), right - left, band.height());
    painter->setPen(Qt::NoPen);
    painter->setBrush(first->brush);
    painter->drawRect(box);
    if (first->text.isEmpty()) continue;
    const QFontMetricsF metrics(painter->font());
    if (metrics.horizontalAdvance(first->text) + 6 > box.width()) continue;
    painter->setPen(mParentPlot->xAxis->labelColor());
    painter->drawText(box.adjusted(3, 0, -3, -3), Qt::AlignBottom | Qt::AlignHCenter, first->text);
  }
}

}  // namespace seawind::gui
