// SPDX-License-Identifier: GPL-3.0-or-later
// Strips behind the curves of a plot, each from one x to another over a part of the height: states
// and blocked times. One item draws any number of strips; strips narrower than a pixel share a
// pixel.
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace seawind::gui {

class StripsItem : public QCPAbstractItem {
  Q_OBJECT

 public:
  struct Strip {
    double from = 0, to = 0;  // x; the strips are ascending
    QBrush brush;
    QString text;  // at the bottom (the legend is at the top), if it fits
  };

  /// The strips fill the height from `top` to `bottom`, as shares of the axis rectangle, 0 to 1.
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
