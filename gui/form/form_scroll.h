// SPDX-License-Identifier: GPL-3.0-or-later
// The scroll area of the form. The titles of the columns stay visible.
#pragma once

#include <QtWidgets>

#include "gui/form/group_box.h"

namespace seawind::gui {

class FormScroll : public QScrollArea {
  Q_OBJECT

 public:
  explicit FormScroll(QWidget* parent);

  /// Sets the titles; they are hidden if there are less than two columns.
  void set_columns(const std::vector<Column>& columns);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place_heads();

  QWidget* clip_;
  QWidget* heads_ = nullptr;
};

}  // namespace seawind::gui
