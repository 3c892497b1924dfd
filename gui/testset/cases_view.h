// SPDX-License-Identifier: GPL-3.0-or-later
// The table of cases with a filter expression (controller/testset/case_filter.h). The buttons act
// on the shown rows.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>
#include <optional>

#include "controller/testset/case_filter.h"
#include "gui/testset/cases_model.h"

namespace seawind::gui {

/// Filters rows by the expression. It is evaluated when it is set, so that a row stays visible
/// while its check box changes.
class CasesFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  /// Sets the expression. False if the text is not a valid condition; the filter then does not
  /// change.
  bool set_expression(const QString& text, FilterError& error);
  /// About old names in the expression, one a line; empty: none.
  /// The shown rows, by their index in the matrix.
  std::vector<int> shown() const;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  std::optional<CaseExpression> filter_;
};

class CasesView : public QWidget {
  Q_OBJECT

 public:
  CasesView(Matrix& matrix, Planner& planner, QWidget* parent = nullptr);

  CasesModel& model() { return *model_; }
  QTableView& table() { return *table_; }
  QLineEdit& expression() { return *expression_; }
  QString error() const { return error_->text(); }
  QPushButton& exclude_button() { return *exclude_; }
  QPushButton& include_button() { return *include_; }
  QPushButton& only_button() { return *only_; }

  /// Excludes or includes the selected rows.
  void set_selected_excluded(bool excluded);

 private:
  enum class Bulk { kExclude, kInclude, kOnly };
  void follow_expression();
  void show_count();
  void set_shown(Bulk what);
  void show_menu(const QPoint& at);

  Matrix& matrix_;
  CasesModel* model_;
  CasesFilter* shown_;
  QLineEdit* expression_;
  QLabel* error_;
  QLabel* count_;
  QPushButton* exclude_;
  QPushButton* include_;
  QPushButton* only_;
  QTableView* table_;
};

}  // namespace seawind::gui
