// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/problem_list.h"

#include <algorithm>

namespace seawind::gui {

ProblemList::ProblemList(YamlDocument& document, Checker& checker, QWidget* parent)
    : QListWidget(parent), document_(document), checker_(checker) {
  setAccessibleName(tr("Problems of the file"));
  setFrameShape(QFrame::NoFrame);
  setWordWrap(true);
  setTextElideMode(Qt::ElideNone);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&checker_, &Checker::checked, this, [this] { follow(); });
  const auto go = [this](QListWidgetItem* item) {
    emit chosen(item->data(Qt::UserRole).toInt(), item->data(Qt::UserRole + 1).toInt());
  };
  connect(this, &QListWidget::itemClicked, this, go);
  connect(this, &QListWidget::itemActivated, this, go);
  follow();
}

void ProblemList::follow() {
  clear();
  for (const auto& problem : checker_.problems()) append(problem);
  for (const auto& warning : checker_.warnings()) append(warning);
  setFixedHeight(fontMetrics().lineSpacing() * std::clamp(2 * count() + 1, 3, 7));
  setVisible(count() > 0);
}

void ProblemList::append(const Problem& problem) {
  QString place = problem.file;
  if (problem.position >= 0) {
    const auto line = document_.text().left(problem.position).count('\n') + 1;
    place = tr("Line %1").arg(line);
  }
  QString text = place.isEmpty() ? problem.message : place + ": " + problem.message;
  if (problem.is_warning) text = tr("Warning: %1").arg(text);
  if (!problem.hint.isEmpty()) text += " (" + tr("hint: %1").arg(problem.hint) + ')';
  auto* item = new QListWidgetItem(text, this);
  item->setData(Qt::UserRole, problem.position);
  item->setData(Qt::UserRole + 1, problem.length);
  item->setToolTip(problem.path);
  if (problem.is_warning) item->setIcon(style()->standardIcon(QStyle::SP_MessageBoxWarning));
}

}  // namespace seawind::gui
