// SPDX-License-Identifier: GPL-3.0-or-later
// The base class of previews, for the view of the document around them.
#pragma once

#include <QWidget>

namespace seawind::gui {

class Preview : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

 signals:
  /// The user chose a part of the picture; form and text show `path`.
  void path_chosen(const QString& path);
};

}  // namespace seawind::gui
