// SPDX-License-Identifier: GPL-3.0-or-later
// The settings: folders, theme, fonts, stored in QSettings. The theme changes at once;
// folders take effect at the next start (the dialog states this).
#pragma once

#include <QtWidgets>

#include "gui/note.h"

namespace seawind::gui {

class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SettingsDialog(QWidget* parent = nullptr);
  void accept() override;

 private:
  /// A row of the form: a folder, with a button that chooses it.
  QLineEdit* add_place(QFormLayout& form, const QString& label, const QString& key,
                       const QString& standard);
  QString problem() const;
  void check();

  QLineEdit* configs_;
  QLineEdit* own_;
  QLineEdit* campaigns_;
  QComboBox* theme_;
  QCheckBox* desktop_font_;
  QFontComboBox* font_;
  QSpinBox* points_;
  Note* problem_;
};

}  // namespace seawind::gui
