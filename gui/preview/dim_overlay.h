// SPDX-License-Identifier: GPL-3.0-or-later
// Dims the picture below it while that does not show the current text.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

class DimOverlay : public QWidget {
 public:
  /// Covers `over`; hidden at first. Mouse events pass through.
  explicit DimOverlay(QWidget* over) : QWidget(over) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    over->installEventFilter(this);
    hide();
  }

  void cover(bool on) {
    setGeometry(parentWidget()->rect());
    raise();
    setVisible(on);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
  }
  void paintEvent(QPaintEvent*) override {
    QColor window = palette().color(QPalette::Window);
    window.setAlphaF(0.55F);
    QPainter(this).fillRect(rect(), window);
  }
};

}  // namespace seawind::gui
