// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a bar behind the text of a progress column. `role`: percentage, 0 to 100; -1: unknown.
#pragma once

#include <QApplication>
#include <QPainter>
#include <QStyledItemDelegate>

namespace seawind::gui {

class ProgressDelegate : public QStyledItemDelegate {
 public:
  ProgressDelegate(int role, QObject* parent) : QStyledItemDelegate(parent), role_(role) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const int percent = index.data(role_).toInt();
    if (percent < 0) {
      QStyledItemDelegate::paint(painter, option, index);
      return;
    }
    QStyleOptionProgressBar bar;
    bar.rect = option.rect.adjusted(2, 2, -2, -2);
    bar.palette = option.palette;
    bar.fontMetrics = option.fontMetrics;
    bar.state = option.state | QStyle::State_Horizontal;
    bar.minimum = 0;
    bar.maximum = 100;
    bar.progress = percent;
    bar.text = index.data().toString();
    bar.textVisible = true;
    bar.textAlignment = Qt::AlignCenter;
    (option.widget != nullptr ? option.widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ProgressBar, &bar, painter, option.widget);
  }

 private:
  int role_;
};

}  // namespace seawind::gui
