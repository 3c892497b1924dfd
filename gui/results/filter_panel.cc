// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/filter_panel.h"

#include <algorithm>

#include "gui/layouts.h"

namespace seawind::gui {

FilterPanel::FilterPanel(QWidget* parent)
    : QWidget(parent),
      condition_(new ConditionEdit),
      axes_(new QTreeWidget),
      state_(new QComboBox),
      verdict_(new QComboBox) {
  axes_->setHeaderHidden(true);
  axes_->setAccessibleName(tr("Filter cases by the values of their axes"));
  axes_->setToolTip(
      tr("A tick writes the condition: the ticked values; no tick at an axis: all of them"));
  state_->addItem(tr("any state"), QString());
  for (const char* state : {"done", "failed", "pending", "skipped"}) state_->addItem(state, state);
  verdict_->addItem(tr("any verdict"), QString());
  for (const char* verdict : {"valid", "invalid", "failed"}) verdict_->addItem(verdict, verdict);
  state_->setAccessibleName(tr("State of repetitions"));
  verdict_->setAccessibleName(tr("Verdict of repetitions"));
  auto* reset = new QPushButton(tr("Show all cases"));
  make_column(this, {condition_, {axes_, 1}, make_row({{state_, 1}, {verdict_, 1}}), reset});
  connect(condition_, &ConditionEdit::changed, this, [this] {
    if (!filling_ && checked() != Values{}) fill({});
    emit changed();
  });
  connect(axes_, &QTreeWidget::itemChanged, this, [this] {
    if (!filling_) write_checked();
  });
  for (QComboBox* one : {state_, verdict_})
    connect(one, &QComboBox::currentIndexChanged, this, &FilterPanel::changed);
  connect(reset, &QPushButton::clicked, this, [this] {
    state_->setCurrentIndex(0);
    verdict_->setCurrentIndex(0);
    set_cases({});
  });
}

void FilterPanel::set_campaign(const CampaignData& campaign) {
  Values now;
  for (const auto& c : campaign.results().cases) {
    const std::string* own[] = {&c.link, &c.router, &c.tcp, &c.workload};
    for (std::size_t a = 0; a < now.size(); ++a)
      if (std::find(now[a].begin(), now[a].end(), *own[a]) == now[a].end())
        now[a].push_back(*own[a]);
  }
  if (now == values_) return;
  values_ = std::move(now);
  const Values before = checked();
  fill(before);
  if (checked() != before) write_checked();
}

void FilterPanel::fill(const Values& checked) {
  filling_ = true;
  axes_->clear();
  const QString titles[] = {tr("Link"), tr("Router"), tr("TCP"), tr("Workload")};
  for (std::size_t a = 0; a < values_.size(); ++a) {
    auto* axis = new QTreeWidgetItem(axes_, {titles[a]});
    axis->setFlags(Qt::ItemIsEnabled);
    axis->setExpanded(true);
    for (const auto& value : values_[a]) {
      const QString text = QString::fromStdString(value);
      auto* item = new QTreeWidgetItem(axis, {text.isEmpty() ? tr("(none)") : text});
      item->setData(0, Qt::UserRole, text);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
      const bool on = std::find(checked[a].begin(), checked[a].end(), value) != checked[a].end();
      item->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
    }
  }
  filling_ = false;
}

FilterPanel::Values FilterPanel::checked() const {
  Values out;
  for (int a = 0; a < axes_->topLevelItemCount(); ++a) {
    const QTreeWidgetItem* axis = axes_->topLevelItem(a);
    for (int i = 0; i < axis->childCount(); ++i)
      if (axis->child(i)->checkState(0) == Qt::Checked)
        out[static_cast<std::size_t>(a)].push_back(
            axis->child(i)->data(0, Qt::UserRole).toString().toStdString());
  }
  return out;
}

void FilterPanel::set_cases(const CaseExpression& cases) {
  condition_->field().setText(QString::fromStdString(cases.text()));
}

void FilterPanel::write_checked() {
  filling_ = true;
  condition_->field().setText(QString::fromStdString(case_condition(checked())));
  filling_ = false;
}

}  // namespace seawind::gui
