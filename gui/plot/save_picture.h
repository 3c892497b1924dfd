// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog for the file and the size of a picture, in pixels. The suffix of the file decides the
// format: .svg, .pdf or .png.
#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QSize>
#include <QSpinBox>

namespace seawind::gui {

class SavePictureDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SavePictureDialog(const QSize& size, QWidget* parent = nullptr);
  /// The path that the user entered, with .svg if it has no suffix.
  QString file() const;
  QSize picture_size() const { return {width_->value(), height_->value()}; }

 private:
  void browse();
  QLineEdit* file_;
  QSpinBox* width_;
  QSpinBox* height_;
};

}  // namespace seawind::gui
