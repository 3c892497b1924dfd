// SPDX-License-Identifier: GPL-3.0-or-later
// The window with the reference pages (docs/reference): list of pages at the left, text at the
// right, search in the text.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

class ReferenceView : public QDialog {
  Q_OBJECT

 public:
  explicit ReferenceView(QWidget* parent = nullptr);
  /// "link", "link#states" or "link.md". An unknown name or an empty one has no effect.
  void show_page(const QString& name);
  /// The names of all pages, without ".md".
  static QStringList pages();

 private:
  void load(const QString& name);
  void search();

  QListWidget* list_;
  QTextBrowser* text_;
  QLineEdit* words_;
};

}  // namespace seawind::gui
