// SPDX-License-Identifier: GPL-3.0-or-later
// Asks where a picture goes and how large it is. The kind is the name's end: .svg, .pdf, .png.
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
  QString file() const;
  QSize picture_size() const { return {width_->value(), height_->value()}; }

 private:
  void browse();
  QLineEdit* file_;
  QSpinBox* width_;
  QSpinBox* height_;
};

}  // namespace seawind::gui
