// SPDX-License-Identifier: GPL-3.0-or-later
// What a preview is to the view of the document around it.
#pragma once

#include <QWidget>

namespace seawind::gui {

class Preview : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

 signals:
  /// The user chose a part of the picture: the form and the text shall show this path.
  void path_chosen(const QString& path);
};

}  // namespace seawind::gui
