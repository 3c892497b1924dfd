// SPDX-License-Identifier: GPL-3.0-or-later
// Strips behind the curves of a plot, from one x to another over a part of its height: states,
// blocked times. One item draws them all, however many; those narrower than a pixel are drawn once.
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace seawind::gui {

class StripsItem : public QCPAbstractItem {
  Q_OBJECT

 public:
  struct Strip {
    double from = 0, to = 0;  // x, ascending
    QBrush brush;
    QString text;  // at the bottom, where there is room (the legend is at the top)
  };

  /// From `top` to `bottom` of the axis rectangle's height, 0 to 1.
  StripsItem(QCustomPlot* plot, double top, double bottom);

  void set_strips(std::vector<Strip> strips) { strips_ = std::move(strips); }
  const std::vector<Strip>& strips() const { return strips_; }
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  std::vector<Strip> strips_;
  double top_, bottom_;
};

}  // namespace seawind::gui
