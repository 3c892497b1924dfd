// SPDX-License-Identifier: GPL-3.0-or-later
// Replies to a modal dialog in place of a user.
#pragma once

#include <QtWidgets>

namespace seawind::gui::test {

/// Presses the button of this role in the next question; `owner` must outlive it.
inline void answer_next(QObject& owner, QMessageBox::ButtonRole role) {
  auto* timer = new QTimer(&owner);
  QObject::connect(timer, &QTimer::timeout, timer, [timer, role] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (box == nullptr) return;
    timer->deleteLater();
    for (auto* button : box->buttons())
      if (box->buttonRole(button) == role) button->click();
  });
  timer->start(0);
}

/// Chooses a file in the next file dialog; `owner` must outlive it.
inline void choose_file_next(QObject& owner, const QString& file) {
  auto* timer = new QTimer(&owner);
  QObject::connect(timer, &QTimer::timeout, timer, [timer, file] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr) return;
    timer->deleteLater();
    dialog->selectFile(file);
    QMetaObject::invokeMethod(dialog, "accept");
  });
  timer->start(0);
}

}  // namespace seawind::gui::test
