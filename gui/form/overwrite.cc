// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/overwrite.h"

#include <QCoreApplication>
#include <QMessageBox>

namespace seawind::gui {

std::optional<YamlDocument::Overwrite> confirm_overwrite(const YamlDocument& document,
                                                         const QString& target, QWidget* parent) {
  if (target != document.file() || !document.is_changed_on_disk())
    return YamlDocument::Overwrite::kIfUnchanged;
  const auto answer = QMessageBox::question(
      parent, QCoreApplication::translate("Overwrite", "Changed on the disk"),
      QCoreApplication::translate(
          "Overwrite",
          "Another program has changed %1 since it was opened. Overwrite what it holds now?")
          .arg(target),
      QMessageBox::Save | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer != QMessageBox::Save) return {};
  return YamlDocument::Overwrite::kAlways;
}

}  // namespace seawind::gui
