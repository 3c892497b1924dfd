// SPDX-License-Identifier: GPL-3.0-or-later
// One column of the matrix: the axis's name and number of values, a filter, the list.
#pragma once

#include <QtWidgets>

#include "gui/testset/axis_model.h"

namespace seawind::gui {

class AxisView : public QWidget {
  Q_OBJECT

 public:
  AxisView(Matrix& matrix, int axis, const Places& places, QWidget* parent = nullptr);

  AxisModel& model() { return *model_; }
  QListView& list() { return *list_; }
  QLineEdit& filter() { return *filter_; }

 signals:
  /// The user requested to edit the file of a value.
  void open_requested(const QString& file);

 private:
  void show_count();
  void move_current(int by);
  void show_menu(const QPoint& at);

  AxisModel* model_;
  QSortFilterProxyModel* shown_;
  QLabel* heading_;
  QLineEdit* filter_;
  QListView* list_;
};

/// The axis name as a heading: "Link", "Router", ...
QString axis_title(int axis);

}  // namespace seawind::gui
