// SPDX-License-Identifier: GPL-3.0-or-later
// The analyses kept in a folder of recipes (controller/results/recipe.h) as a menu: apply, save,
// remove.
#pragma once

#include <QMenu>
#include <functional>

#include "controller/results/recipe.h"

namespace seawind::gui {

class RecipeMenu : public QMenu {
  Q_OBJECT

 public:
  /// `current`: the recipe of what is shown now.
  RecipeMenu(QString folder, std::function<Recipe()> current, QWidget* parent = nullptr);

  QStringList names() const;
  QString file_of(const QString& name) const { return folder_ + '/' + name + ".yaml"; }
  /// False and `error` when it cannot be written, or the name is none.
  bool save(const QString& name, QString& error);
  bool apply(const QString& name, QString& error);

 signals:
  void applied(const seawind::Recipe& recipe);
  void told(const QString& line);

 private:
  void fill();
  void ask_and_save();
  void apply_or_say(const QString& name);

  QString folder_;
  std::function<Recipe()> current_;
};

}  // namespace seawind::gui
