// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/recipe_menu.h"

#include "common/error.h"
#include "gui/places.h"
#include "gui/plain_text.h"

namespace seawind::gui {

RecipeMenu::RecipeMenu(QString folder, std::function<Recipe()> current, QWidget* parent)
    : QMenu(tr("&Recipes"), parent),
      folder_(std::move(folder)),
      current_(std::move(current)),
      remove_(new QMenu(tr("&Remove"), this)) {
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &RecipeMenu::fill);
  fill();
}

QStringList RecipeMenu::names() const {
  QStringList out;
  for (const QString& name : QDir(folder_).entryList({"*.yaml"}, QDir::Files, QDir::Name))
    out << name.chopped(5);
  return out;
}

void RecipeMenu::fill() {
  clear();
  auto* save = addAction(tr("&Save this analysis…"), this, &RecipeMenu::show_save_dialog);
  save->setToolTip(tr("View, metric, cases and axes, to be applied to any campaign"));
  addSeparator();
  const QStringList all = names();
  for (const QString& name : all)
    addAction(without_mnemonic(name), this, [this, name] {
      apply_or_report(name);
    })->setToolTip(file_of(name));
  if (all.isEmpty()) addAction(tr("(none saved yet)"))->setEnabled(false);
  addSeparator();
  addMenu(remove_);
  remove_->clear();
  remove_->setEnabled(!all.isEmpty());
  for (const QString& name : all)
    remove_->addAction(without_mnemonic(name), this, [this, name] {
      if (!QFile::moveToTrash(file_of(name)) && !QFile::remove(file_of(name)))
        emit status_message(tr("cannot remove %1").arg(file_of(name)));
    });
  addAction(tr("Open &folder"), this, [this] {
    QDir().mkpath(folder_);
    QDesktopServices::openUrl(QUrl::fromLocalFile(folder_));
  });
}

bool RecipeMenu::save(const QString& name, QString& error) {
  if (name.trimmed().isEmpty() || name.contains('/') || name.startsWith('.')) {
    error = tr("a recipe needs a name without `/` that does not begin with a dot");
    return false;
  }
  try {
    if (!QDir().mkpath(folder_))
      throw Error(tr("cannot make the folder %1").arg(folder_).toStdString());
    save_recipe(current_(), to_path(file_of(name)));
  } catch (const std::exception& e) {
    error = QString::fromUtf8(e.what());
    return false;
  }
  emit status_message(tr("Saved as %1").arg(file_of(name)));
  return true;
}

bool RecipeMenu::apply(const QString& name, QString& error) {
  try {
    emit applied(load_recipe(to_path(file_of(name))));
    return true;
  } catch (const std::exception& e) {
    error = QString::fromUtf8(e.what());
    return false;
  }
}

void RecipeMenu::apply_or_report(const QString& name) {
  QString error;
  if (!apply(name, error)) QMessageBox::warning(parentWidget(), tr("Recipe"), error);
}

void RecipeMenu::show_save_dialog() {
  QString error;
  bool ok = true;
  QString name;
  while (ok) {
    name =
        QInputDialog::getText(parentWidget(), tr("Save this analysis"),
                              error.isEmpty() ? tr("Name") : error, QLineEdit::Normal, name, &ok);
    if (!ok) return;
    if (QFile::exists(file_of(name)) &&
        QMessageBox::question(parentWidget(), tr("Save this analysis"),
                              tr("There is a recipe %1 already. Replace it?").arg(name)) !=
            QMessageBox::Yes)
      continue;
    if (save(name, error)) return;
  }
}

}  // namespace seawind::gui
