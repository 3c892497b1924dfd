// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/activity_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "gui/activity.h"
#include "gui/app/theme.h"

namespace seawind::gui {

namespace {

QWidget* make_row(Activity* activity) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  auto* bar = new QProgressBar;
  bar->setAccessibleName(activity->title());
  bar->setMaximumWidth(row->fontMetrics().averageCharWidth() * 18);
  auto* cancel = new QToolButton;
  cancel->setObjectName("cancel_work");
  cancel->setIcon(icon("cancel"));
  cancel->setAutoRaise(true);
  cancel->setFocusPolicy(Qt::TabFocus);
  cancel->setToolTip(ActivityBar::tr("Cancel"));
  cancel->setAccessibleName(ActivityBar::tr("Cancel: %1").arg(activity->title()));
  cancel->setVisible(activity->can_cancel());
  QObject::connect(cancel, &QToolButton::clicked, activity, &Activity::cancel);
  const auto follow = [activity, bar, cancel] {
    bar->setRange(0, activity->percent() < 0 ? 0 : 100);
    bar->setValue(activity->percent());
    cancel->setEnabled(!activity->is_cancelled());
  };
  QObject::connect(activity, &Activity::changed, row, follow);
  follow();
  line->addWidget(new QLabel(activity->title()));
  line->addWidget(bar);
  line->addWidget(cancel);
  return row;
}

}  // namespace

ActivityBar::ActivityBar(QWidget* parent) : QWidget(parent) {
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  setAccessibleName(tr("Work under way"));
  for (Activity* activity : ActivityList::all().activities()) add(activity);
  connect(&ActivityList::all(), &ActivityList::added, this, &ActivityBar::add);
  connect(&ActivityList::all(), &ActivityList::removed, this, [this](Activity* activity) {
    if (QWidget* row = rows_.take(activity)) row->deleteLater();
  });
}

void ActivityBar::add(Activity* activity) {
  QWidget* row = make_row(activity);
  rows_.insert(activity, row);
  layout()->addWidget(row);
}

}  // namespace seawind::gui
