// SPDX-License-Identifier: GPL-3.0-or-later
// A menu of the analyses in a folder of recipes (controller/report/recipe.h): apply, save, remove.
#pragma once

#include <QtWidgets>
#include <functional>

#include "controller/report/recipe.h"

namespace seawind::gui {

class RecipeMenu : public QMenu {
  Q_OBJECT

 public:
  /// `current` returns a recipe of the current view.
  RecipeMenu(QString folder, std::function<Recipe()> current, QWidget* parent = nullptr);

  QStringList names() const;
  QString file_of(const QString& name) const { return folder_ + '/' + name + ".yaml"; }
  /// Saves the current recipe. False, with a reason in `error`, if the name is invalid or the file
  /// cannot be written.
  bool save(const QString& name, QString& error);
  bool apply(const QString& name, QString& error);

 signals:
  void applied(const seawind::Recipe& recipe);
  void status_message(const QString& line);

 private:
  void fill();
  void show_save_dialog();
  void apply_or_report(const QString& name);

  QString folder_;
  std::function<Recipe()> current_;
  QMenu* remove_;
};

}  // namespace seawind::gui
