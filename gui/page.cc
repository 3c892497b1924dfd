// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/page.h"

namespace seawind::gui {

QAction* Page::action(const QString& name) const {
  for (QAction* one : actions_)
    if (one->objectName() == name) return one;
  return nullptr;
}

QAction* Page::add_action(const char* name, const QString& text, const QString& tip,
                          const QKeySequence& keys, const std::function<void()>& work) {
  auto* made = new QAction(text, this);
  made->setObjectName(name);
  made->setShortcut(keys);
  made->setStatusTip(tip);
  made->setToolTip(
      keys.isEmpty() ? tip : QString("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
  connect(made, &QAction::triggered, this, work);
  addAction(made);
  actions_ << made;
  return made;
}

}  // namespace seawind::gui
