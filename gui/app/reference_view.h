// SPDX-License-Identifier: GPL-3.0-or-later
// The reference pages (docs/reference), inside the application: pages at the left, text at the
// right, search in the text.
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace seawind::gui {

class ReferenceView : public QDialog {
  Q_OBJECT

 public:
  explicit ReferenceView(QWidget* parent = nullptr);
  /// "link", "link#states" or "link.md"; empty or unknown: stays.
  void show_page(const QString& name);
  /// The names of all pages.
  static QStringList pages();

 private:
  void load(const QString& name);
  void search();

  QListWidget* list_;
  QTextBrowser* text_;
  QLineEdit* words_;
};

}  // namespace seawind::gui
