// SPDX-License-Identifier: GPL-3.0-or-later
// The running tasks that have a title, at the right of the status bar, each with its progress and a
// button that cancels it. Empty if there are none.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

class ActivityBar : public QWidget {
  Q_OBJECT

 public:
  explicit ActivityBar(QWidget* parent = nullptr);

 private:
  QHash<const QObject*, QWidget*> rows_;
};

}  // namespace seawind::gui
