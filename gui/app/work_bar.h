// SPDX-License-Identifier: GPL-3.0-or-later
// At the right of the status bar: the work under way, each with its progress and a button that
// cancels it; nothing when there is none.
#pragma once

#include <QHash>
#include <QWidget>

namespace seawind::gui {

class Work;

class WorkBar : public QWidget {
  Q_OBJECT

 public:
  explicit WorkBar(QWidget* parent = nullptr);

 private:
  void add(Work* work);
  QHash<const QObject*, QWidget*> rows_;
};

}  // namespace seawind::gui
