// SPDX-License-Identifier: GPL-3.0-or-later
// The running Activity objects at the right of the status bar, each with its progress and a button
// that cancels it. Empty if there are none.
#pragma once

#include <QHash>
#include <QWidget>

namespace seawind::gui {

class Activity;

class ActivityBar : public QWidget {
  Q_OBJECT

 public:
  explicit ActivityBar(QWidget* parent = nullptr);

 private:
  void add(Activity* activity);
  QHash<const QObject*, QWidget*> rows_;
};

}  // namespace seawind::gui
