// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for what a new file shall be: its kind, its name, and what it begins as.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <functional>

#include "gui/places.h"

namespace seawind::gui {

class NewFileDialog : public QDialog {
  Q_OBJECT

 public:
  /// `create` makes it and returns false with what is wrong; then the dialog stays.
  using Create = std::function<bool(Kind, const QString& name, const QString& like, QString&)>;

  NewFileDialog(Places places, Kind kind, const QString& like, Create create, QWidget* parent);

 private:
  void fill();
  void check();
  void create();

  Places places_;
  Create create_;
  QComboBox* kind_;
  QComboBox* like_;
  QLineEdit* name_;
  QLabel* problem_;
  QDialogButtonBox* buttons_;
};

}  // namespace seawind::gui
