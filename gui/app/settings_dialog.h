// SPDX-License-Identifier: GPL-3.0-or-later
// The settings: folders, theme, fonts, stored in QSettings. The theme changes at once;
// folders take effect at the next start (the dialog states this).
#pragma once

#include <QDialog>

class QComboBox;
class QFontComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace seawind::gui {

class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SettingsDialog(QWidget* parent = nullptr);
  void accept() override;

 private:
  QWidget* make_place(QLineEdit*& edit, const QString& name, const QString& key,
                      const QString& standard);
  QString problem() const;
  void check();

  QLineEdit* configs_ = nullptr;
  QLineEdit* own_ = nullptr;
  QLineEdit* campaigns_ = nullptr;
  QComboBox* theme_;
  QFontComboBox* font_;
  QSpinBox* points_;
  QLabel* problem_;
};

}  // namespace seawind::gui
