// SPDX-License-Identifier: GPL-3.0-or-later
// A line edit for a condition on cases (controller/testset/case_expression.h), with help on the
// language and the error of an invalid text.
#pragma once

#include <QtWidgets>

#include "controller/testset/case_expression.h"
#include "gui/note.h"

namespace seawind::gui {

class ConditionEdit : public QWidget {
  Q_OBJECT

 public:
  explicit ConditionEdit(QWidget* parent = nullptr);

  QLineEdit& field() { return *field_; }
  /// The condition of the text; while the text is wrong, the last correct one.
  const CaseExpression& condition() const { return condition_; }
  QString error() const { return error_->text(); }
  /// Adds a widget to the right of the line.
  void add_beside(QWidget* widget) { line_->addWidget(widget); }

 signals:
  void changed();  // the text, not always the condition

 private:
  void parse();

  QLineEdit* field_;
  QBoxLayout* line_;
  Note* error_;
  CaseExpression condition_;
};

}  // namespace seawind::gui
