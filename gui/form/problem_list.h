// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of a document, one per line. Choosing a line emits the position of its problem.
#pragma once

#include <QtWidgets>

#include "gui/document/checker.h"

namespace seawind::gui {

class ProblemList : public QListWidget {
  Q_OBJECT

 public:
  ProblemList(YamlDocument& document, Checker& checker, QWidget* parent);

 signals:
  /// The user chose a line. `position` and `length` in characters; position -1: in another file.
  void chosen(int position, int length);

 private:
  void follow();
  void append(const Problem& problem);

  YamlDocument& document_;
  Checker& checker_;
};

}  // namespace seawind::gui
