// SPDX-License-Identifier: GPL-3.0-or-later
// A notice above a document, with an optional button for an action.
#pragma once

#include <QtWidgets>
#include <functional>

namespace seawind::gui {

class NoticeBar : public QWidget {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);

  /// Shows a notice; an empty text hides the bar.
  void show_notice(const QString& text, const QString& button = {},
                   std::function<void()> action = {});
  QString text() const { return isHidden() ? QString() : label_->text(); }
  QPushButton& button() { return *button_; }

 private:
  QLabel* label_;
  QPushButton* button_;
  std::function<void()> action_;
};

}  // namespace seawind::gui
