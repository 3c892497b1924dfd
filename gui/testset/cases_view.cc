// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/cases_view.h"

#include "controller/testset/plan.h"
#include "gui/layouts.h"

namespace seawind::gui {

void CasesFilter::set_condition(const CaseExpression& condition) {
  condition_ = condition;
  invalidateFilter();
}

std::vector<int> CasesFilter::shown() const {
  std::vector<int> rows;
  for (int row = 0; row < rowCount(); ++row) rows.push_back(mapToSource(index(row, 0)).row());
  return rows;
}

bool CasesFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
  Matrix& matrix = static_cast<CasesModel*>(sourceModel())->matrix();
  if (row >= matrix.product().size()) return false;
  const auto values = matrix.product().at(row);
  ExpressionSubject subject;
  for (std::size_t axis = 0; axis < values.size(); ++axis) subject.values[axis] = values[axis];
  subject.excluded = matrix.excluded_by(row) >= 0;
  return condition_(subject);
}

CasesView::CasesView(Matrix& matrix, Planner& planner, QWidget* parent)
    : QWidget(parent),
      matrix_(matrix),
      model_(new CasesModel(matrix, planner, this)),
      shown_(new CasesFilter(this)),
      condition_(new ConditionEdit(this)),
      count_(new QLabel(this)),
      exclude_(new QPushButton(tr("&Exclude these"), this)),
      include_(new QPushButton(tr("&Include these"), this)),
      only_(new QPushButton(tr("Onl&y these"), this)) {
  shown_->setSourceModel(model_);
  shown_->setSortRole(CasesModel::kSortRole);
  shown_->setDynamicSortFilter(false);
  table_ = make_sorted_table(*shown_, tr("Cases"));
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  table_->verticalHeader()->show();
  table_->horizontalHeader()->setDefaultSectionSize(120);
  exclude_->setToolTip(tr("Leave the cases that are shown out of the campaign"));
  include_->setToolTip(tr("Take the cases that are shown into the campaign"));
  only_->setToolTip(tr("Include the cases that are shown, and exclude all others"));

  for (auto* button : {exclude_, include_, only_}) condition_->add_beside(button);
  make_column(this, {condition_, {table_, 1}, count_})->setSpacing(3);
  add_shortcut(*table_, {}, {Qt::Key_Delete}, [this] { set_selected_excluded(true); });
  add_shortcut(*table_, {}, {Qt::Key_Insert}, [this] { set_selected_excluded(false); });
  connect(condition_, &ConditionEdit::changed, this, &CasesView::follow_condition);
  connect(&expression(), &QLineEdit::returnPressed, this, &CasesView::follow_condition);
  connect(exclude_, &QPushButton::clicked, this, [this] { set_shown(Bulk::kExclude); });
  connect(include_, &QPushButton::clicked, this, [this] { set_shown(Bulk::kInclude); });
  connect(only_, &QPushButton::clicked, this, [this] { set_shown(Bulk::kOnly); });
  connect(table_, &QWidget::customContextMenuRequested, this, &CasesView::show_menu);
  connect(&matrix_, &Matrix::exclusions_changed, this, &CasesView::show_count);
  show_count();
}

void CasesView::follow_condition() {
  shown_->set_condition(condition_->condition());
  for (auto* button : {exclude_, include_, only_}) button->setEnabled(error().isEmpty());
  show_count();
}

void CasesView::show_count() {
  const int all = matrix_.product().size();
  const int shown = shown_->rowCount();
  const QString cases = tr("%1 of %2 to be run").arg(matrix_.included()).arg(all);
  const bool too_large = matrix_.product().is_too_large();
  count_->setText(too_large      ? tr("Not shown: there are more than %1 cases.").arg(kMaxCases)
                  : all == 0     ? tr("No case: tick a link, a TCP variant and a workload.")
                  : shown == all ? cases
                                 : tr("%1; %2 shown").arg(cases).arg(shown));
}

void CasesView::set_shown(Bulk what) {
  auto excluded = matrix_.excluded();
  if (what == Bulk::kOnly) excluded.assign(excluded.size(), true);
  for (const int row : shown_->shown())
    excluded[static_cast<std::size_t>(row)] = what == Bulk::kExclude;
  matrix_.set_excluded(excluded);
}

void CasesView::set_selected_excluded(bool wanted) {
  auto excluded = matrix_.excluded();
  for (const QModelIndex& row : table_->selectionModel()->selectedRows())
    excluded[static_cast<std::size_t>(shown_->mapToSource(row).row())] = wanted;
  matrix_.set_excluded(excluded);
}

void CasesView::show_menu(const QPoint& at) {
  QMenu menu(this);
  menu.addAction(tr("Exclude the selected cases\tDel"), this,
                 [this] { set_selected_excluded(true); });
  menu.addAction(tr("Include the selected cases\tIns"), this,
                 [this] { set_selected_excluded(false); });
  menu.addSeparator();
  const QModelIndex index = table_->indexAt(at);
  if (index.isValid() && index.column() < kAxes && !index.data().toString().isEmpty()) {
    std::array<std::vector<std::string>, kAxes> values;
    values[static_cast<std::size_t>(index.column())] = {index.data().toString().toStdString()};
    const QString condition = QString::fromStdString(case_condition(values));
    menu.addAction(tr("Show only %1").arg(condition), this,
                   [this, condition] { expression().setText(condition); });
  }
  menu.exec(table_->viewport()->mapToGlobal(at));
}

}  // namespace seawind::gui
