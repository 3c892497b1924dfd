// SPDX-License-Identifier: GPL-3.0-or-later
// The table of cases with a condition on them. The buttons act on the shown rows.
#pragma once

#include <QtWidgets>

#include "gui/condition_edit.h"
#include "gui/testset/cases_model.h"

namespace seawind::gui {

/// Filters rows by a condition. It is evaluated when it is set, so that a row stays visible
/// while its check box changes.
class CasesFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  void set_condition(const CaseExpression& condition);
  /// The shown rows, by their index in the matrix.
  std::vector<int> shown() const;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  CaseExpression condition_;
};

class CasesView : public QWidget {
  Q_OBJECT

 public:
  CasesView(Matrix& matrix, Planner& planner, QWidget* parent = nullptr);

  CasesModel& model() { return *model_; }
  QTableView& table() { return *table_; }
  QLineEdit& expression() { return condition_->field(); }
  QString error() const { return condition_->error(); }
  /// Number of cases, or why there are none.
  QString count() const { return count_->text(); }
  QPushButton& exclude_button() { return *exclude_; }
  QPushButton& include_button() { return *include_; }
  QPushButton& only_button() { return *only_; }

  /// Excludes or includes the selected rows.
  void set_selected_excluded(bool excluded);

 private:
  enum class Bulk { kExclude, kInclude, kOnly };
  void follow_condition();
  void show_count();
  void set_shown(Bulk what);
  void show_menu(const QPoint& at);

  Matrix& matrix_;
  CasesModel* model_;
  CasesFilter* shown_;
  ConditionEdit* condition_;
  QLabel* count_;
  QPushButton* exclude_;
  QPushButton* include_;
  QPushButton* only_;
  QTableView* table_;
};

}  // namespace seawind::gui
