// SPDX-License-Identifier: GPL-3.0-or-later
// Filters the cases and repetitions of a campaign by a condition, state and verdict. Checked values
// of the axes write the condition; a condition that is typed unchecks them.
#pragma once

#include <QtWidgets>
#include <array>

#include "gui/condition_edit.h"
#include "gui/results/campaign_data.h"

namespace seawind::gui {

class FilterPanel : public QWidget {
  Q_OBJECT

 public:
  explicit FilterPanel(QWidget* parent = nullptr);

  /// Offers the values of this campaign. Checks of values that it also has are kept.
  void set_campaign(const CampaignData& campaign);
  const CaseExpression& cases() const { return condition_->condition(); }
  void set_cases(const CaseExpression& cases);
  QString state() const { return state_->currentData().toString(); }
  QString verdict() const { return verdict_->currentData().toString(); }
  ConditionEdit& condition() { return *condition_; }
  QTreeWidget& axes() { return *axes_; }

 signals:
  void changed();

 private:
  using Values = std::array<std::vector<std::string>, kAxisNames.size()>;
  Values checked() const;
  void fill(const Values& checked);
  void write_checked();

  ConditionEdit* condition_;
  QTreeWidget* axes_;
  QComboBox* state_;
  QComboBox* verdict_;
  Values values_;  // of the campaign
  bool filling_ = false;
};

}  // namespace seawind::gui
