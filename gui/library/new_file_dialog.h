// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog for a new file: its kind, its name and the file to copy.
#pragma once

#include <QtWidgets>
#include <functional>

#include "gui/note.h"
#include "gui/places.h"

namespace seawind::gui {

class NewFileDialog : public QDialog {
  Q_OBJECT

 public:
  /// Creates the file. On failure it returns false and sets the last argument to the error; the
  /// dialog then shows the error and stays open.
  using Create =
      std::function<bool(Kind, const QString& name, const QString& template_file, QString&)>;

  NewFileDialog(Places places, Kind kind, const QString& template_file, Create create,
                QWidget* parent);

 private:
  void fill();
  void check();
  void create();

  Places places_;
  Create create_;
  QComboBox* kind_;
  QComboBox* template_;
  QLineEdit* name_;
  Note* problem_;
  QDialogButtonBox* buttons_;
};

}  // namespace seawind::gui
