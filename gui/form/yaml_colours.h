// SPDX-License-Identifier: GPL-3.0-or-later
// Syntax colours of YAML: keys, comments, quoted texts, numbers with units, anchors. They depend on
// the palette.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

class YamlColours : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  explicit YamlColours(QTextDocument* text);
  void follow(const QPalette& palette);

 protected:
  void highlightBlock(const QString& line) override;

 private:
  QTextCharFormat key_, comment_, quoted_, number_, word_, anchor_;
};

}  // namespace seawind::gui
