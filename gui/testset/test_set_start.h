// SPDX-License-Identifier: GPL-3.0-or-later
// The view without an open test set: templates, and the user's own and recent test sets.
#pragma once

#include <QtWidgets>

#include "gui/places.h"
#include "gui/testset/templates.h"

namespace seawind::gui {

class TestSetStart : public QWidget {
  Q_OBJECT

 public:
  explicit TestSetStart(Places places, QWidget* parent = nullptr);

 signals:
  void template_chosen(const seawind::gui::Template& from);
  void file_chosen(const QString& file);
  void empty_chosen();
  void browse_chosen();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void fill();

  Places places_;
  QListWidget* templates_;
  QListWidget* files_;
  QList<Template> all_;
};

}  // namespace seawind::gui
