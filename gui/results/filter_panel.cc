// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/filter_panel.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace seawind::gui {
namespace {

using Values = std::vector<std::string>;
constexpr Values CaseFilter::*kFilterAxes[] = {&CaseFilter::link, &CaseFilter::router,
                                               &CaseFilter::tcp, &CaseFilter::workload};
constexpr std::string CaseInfo::*kCaseAxes[] = {&CaseInfo::link, &CaseInfo::router, &CaseInfo::tcp,
                                                &CaseInfo::workload};

}  // namespace

FilterPanel::FilterPanel(QWidget* parent)
    : QWidget(parent),
      text_(new QLineEdit),
      axes_(new QTreeWidget),
      state_(new QComboBox),
      verdict_(new QComboBox) {
  text_->setPlaceholderText(tr("Filter cases by text"));
  text_->setClearButtonEnabled(true);
  text_->setAccessibleName(tr("Filter cases by text"));
  axes_->setHeaderHidden(true);
  axes_->setAccessibleName(tr("Filter cases by the values of their axes"));
  axes_->setToolTip(tr("Ticked values are shown; no tick at an axis: all of them"));
  state_->addItem(tr("any state"), QString());
  for (const char* state : {"done", "failed", "pending", "skipped"}) state_->addItem(state, state);
  verdict_->addItem(tr("any verdict"), QString());
  for (const char* verdict : {"valid", "invalid", "failed"}) verdict_->addItem(verdict, verdict);
  state_->setAccessibleName(tr("State of repetitions"));
  verdict_->setAccessibleName(tr("Verdict of repetitions"));
  auto* reset = new QPushButton(tr("Show all cases"));
  auto* which = new QHBoxLayout;
  which->addWidget(state_, 1);
  which->addWidget(verdict_, 1);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->addWidget(text_);
  box->addWidget(axes_, 1);
  box->addLayout(which);
  box->addWidget(reset);
  connect(text_, &QLineEdit::textChanged, this, &FilterPanel::changed);
  connect(axes_, &QTreeWidget::itemChanged, this, [this] {
    if (!filling_) emit changed();
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
  Values now[4];
  for (std::size_t a = 0; a < 4; ++a)
    for (const auto& c : campaign.results().cases)
      if (std::find(now[a].begin(), now[a].end(), c.*kCaseAxes[a]) == now[a].end())
        now[a].push_back(c.*kCaseAxes[a]);
  if (std::equal(std::begin(now), std::end(now), std::begin(values_))) return;
  const CaseFilter before = cases();
  CaseFilter ticked;
  ticked.text = before.text;
  for (std::size_t a = 0; a < 4; ++a) {
    values_[a] = now[a];
    for (const auto& value : before.*kFilterAxes[a])
      if (std::find(now[a].begin(), now[a].end(), value) != now[a].end())
        (ticked.*kFilterAxes[a]).push_back(value);
  }
  fill(ticked);
  if (!(ticked == before)) emit changed();
}

void FilterPanel::fill(const CaseFilter& ticked) {
  filling_ = true;
  axes_->clear();
  const QString titles[] = {tr("Link"), tr("Router"), tr("TCP"), tr("Workload")};
  for (std::size_t a = 0; a < 4; ++a) {
    auto* axis = new QTreeWidgetItem(axes_, {titles[a]});
    axis->setFlags(Qt::ItemIsEnabled);
    axis->setExpanded(true);
    Values values = values_[a];
    const Values& chosen = ticked.*kFilterAxes[a];
    for (const auto& value : chosen)
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    for (const auto& value : values) {
      const QString text = QString::fromStdString(value);
      auto* item = new QTreeWidgetItem(axis, {text.isEmpty() ? tr("(none)") : text});
      item->setData(0, Qt::UserRole, text);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
      const bool on = std::find(chosen.begin(), chosen.end(), value) != chosen.end();
      item->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
    }
  }
  filling_ = false;
}

CaseFilter FilterPanel::cases() const {
  CaseFilter out;
  out.text = text_->text().trimmed().toStdString();
  for (int a = 0; a < axes_->topLevelItemCount(); ++a) {
    const QTreeWidgetItem* axis = axes_->topLevelItem(a);
    for (int i = 0; i < axis->childCount(); ++i)
      if (axis->child(i)->checkState(0) == Qt::Checked)
        (out.*kFilterAxes[a])
            .push_back(axis->child(i)->data(0, Qt::UserRole).toString().toStdString());
  }
  return out;
}

void FilterPanel::set_cases(const CaseFilter& cases) {
  if (cases == this->cases()) return;
  const QSignalBlocker quiet(text_);
  text_->setText(QString::fromStdString(cases.text));
  fill(cases);
  emit changed();
}

}  // namespace seawind::gui
