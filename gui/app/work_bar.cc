// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/work_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "gui/app/theme.h"
#include "gui/work.h"

namespace seawind::gui {

namespace {

QWidget* make_row(Work* work) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  auto* bar = new QProgressBar;
  bar->setAccessibleName(work->title());
  bar->setMaximumWidth(row->fontMetrics().averageCharWidth() * 18);
  auto* cancel = new QToolButton;
  cancel->setObjectName("cancel_work");
  cancel->setIcon(icon("cancel"));
  cancel->setAutoRaise(true);
  cancel->setFocusPolicy(Qt::TabFocus);
  cancel->setToolTip(WorkBar::tr("Cancel"));
  cancel->setAccessibleName(WorkBar::tr("Cancel: %1").arg(work->title()));
  cancel->setVisible(work->can_cancel());
  QObject::connect(cancel, &QToolButton::clicked, work, &Work::cancel);
  const auto follow = [work, bar, cancel] {
    bar->setRange(0, work->percent() < 0 ? 0 : 100);
    bar->setValue(work->percent());
    cancel->setEnabled(!work->is_cancelled());
  };
  QObject::connect(work, &Work::changed, row, follow);
  follow();
  line->addWidget(new QLabel(work->title()));
  line->addWidget(bar);
  line->addWidget(cancel);
  return row;
}

}  // namespace

WorkBar::WorkBar(QWidget* parent) : QWidget(parent) {
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  setAccessibleName(tr("Work under way"));
  for (Work* work : WorkList::all().works()) add(work);
  connect(&WorkList::all(), &WorkList::added, this, &WorkBar::add);
  connect(&WorkList::all(), &WorkList::removed, this, [this](Work* work) {
    if (QWidget* row = rows_.take(work)) row->deleteLater();
  });
}

void WorkBar::add(Work* work) {
  QWidget* row = make_row(work);
  rows_.insert(work, row);
  layout()->addWidget(row);
}

}  // namespace seawind::gui
