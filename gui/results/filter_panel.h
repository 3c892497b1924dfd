// SPDX-License-Identifier: GPL-3.0-or-later
// Filters the cases and repetitions of a campaign by text, values of its axes, state and verdict.
// An axis without a checked value is not filtered.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QTreeWidget>
#include <QWidget>

#include "controller/report/recipe.h"
#include "gui/results/campaign_data.h"

namespace seawind::gui {

class FilterPanel : public QWidget {
  Q_OBJECT

 public:
  explicit FilterPanel(QWidget* parent = nullptr);

  /// Offers the values of this campaign. Checks of values that it also has are kept.
  void set_campaign(const CampaignData& campaign);
  CaseFilter cases() const;
  /// Checks the filter's values. Values that the campaign does not have are shown as well, so that
  /// the whole filter is visible.
  void set_cases(const CaseFilter& cases);
  QString state() const { return state_->currentData().toString(); }
  QString verdict() const { return verdict_->currentData().toString(); }
  QLineEdit& text() { return *text_; }
  QTreeWidget& axes() { return *axes_; }

 signals:
  void changed();

 private:
  void fill(const CaseFilter& ticked);

  QLineEdit* text_;
  QTreeWidget* axes_;
  QComboBox* state_;
  QComboBox* verdict_;
  std::vector<std::string> values_[4];  // values of the campaign, by axis
  bool filling_ = false;
};

}  // namespace seawind::gui
