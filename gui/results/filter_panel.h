// SPDX-License-Identifier: GPL-3.0-or-later
// Which cases and repetitions of a campaign are looked at: a text, the values of its axes, state
// and verdict. No tick at an axis: all its values.
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QTreeWidget>
#include <QWidget>

#include "controller/results/recipe.h"
#include "gui/results/campaign_data.h"

namespace seawind::gui {

class FilterPanel : public QWidget {
  Q_OBJECT

 public:
  explicit FilterPanel(QWidget* parent = nullptr);

  /// Offers the values this campaign has; ticks that still mean something stay.
  void set_campaign(const CampaignData& campaign);
  CaseFilter cases() const;
  /// Keeps and shows values that the campaign does not have, so that the whole filter is visible.
  void set_cases(const CaseFilter& cases);
  QString state() const { return state_->currentData().toString(); }
  QString verdict() const { return verdict_->currentData().toString(); }
  QLineEdit& text() { return *text_; }
  QTreeWidget& axes() { return *axes_; }
  QComboBox& state_box() { return *state_; }
  QComboBox& verdict_box() { return *verdict_; }

 signals:
  void changed();

 private:
  void fill(const CaseFilter& ticked);

  QLineEdit* text_;
  QTreeWidget* axes_;
  QComboBox* state_;
  QComboBox* verdict_;
  std::vector<std::string> values_[4];  // of the campaign
  bool filling_ = false;
};

}  // namespace seawind::gui
