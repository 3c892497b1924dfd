// SPDX-License-Identifier: GPL-3.0-or-later
// Places, looks and language; all in QSettings. Looks change at once, places and language with the
// next start (the dialog says so).
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
  QComboBox* language_;
  QFontComboBox* font_;
  QSpinBox* points_;
  QLabel* problem_;
};

}  // namespace seawind::gui
