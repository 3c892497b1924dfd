// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/activity_bar.h"

#include "gui/app/icon.h"
#include "gui/layouts.h"
#include "gui/task.h"

namespace seawind::gui {

namespace {

QWidget* row_of(Task* task) {
  auto* row = new QWidget;
  auto* bar = new QProgressBar;
  bar->setAccessibleName(task->title());
  bar->setMaximumWidth(row->fontMetrics().averageCharWidth() * 18);
  bar->setRange(0, 0);
  auto* cancel = new QToolButton;
  cancel->setObjectName("cancel_work");
  cancel->setIcon(icon("cancel"));
  cancel->setAutoRaise(true);
  cancel->setFocusPolicy(Qt::TabFocus);
  cancel->setToolTip(ActivityBar::tr("Cancel"));
  cancel->setAccessibleName(ActivityBar::tr("Cancel: %1").arg(task->title()));
  QObject::connect(cancel, &QToolButton::clicked, task, &Task::cancel);
  QObject::connect(task, &Task::progressed, bar, [bar](int percent) {
    bar->setRange(0, 100);
    bar->setValue(percent);
  });
  make_row(row, {new QLabel(task->title()), bar, cancel});
  return row;
}

}  // namespace

ActivityBar::ActivityBar(QWidget* parent) : QWidget(parent) {
  make_row(this, {});
  setAccessibleName(tr("Work under way"));
  connect(&ShownTasks::all(), &ShownTasks::began, this, [this](Task* task) {
    rows_[task] = row_of(task);
    layout()->addWidget(rows_[task]);
  });
  connect(&ShownTasks::all(), &ShownTasks::ended, this, [this](Task* task) {
    if (QWidget* row = rows_.take(task)) row->deleteLater();
  });
}

}  // namespace seawind::gui
