// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a campaign, which the controller draws, with the choice of the picture and its
// settings. Comparisons also have a table of their numbers. While the view is visible it follows
// the campaign.
#pragma once

#include <QtWidgets>

#include "controller/report/draw.h"
#include "gui/note.h"
#include "gui/places.h"
#include "gui/results/campaign_data.h"
#include "gui/results/picture_view.h"
#include "gui/results/rows_model.h"
#include "gui/task.h"

namespace seawind::gui {

class CampaignPictures : public QWidget {
  Q_OBJECT

 public:
  explicit CampaignPictures(Places places, QWidget* parent = nullptr);

  void set_campaign(CampaignPtr campaign);
  /// Sets the campaigns offered for comparison.
  void set_campaigns(const QStringList& directories);
  void set_cases(const CaseExpression& cases);
  /// Sets the repetition for pictures of a single repetition; none: the first valid one.
  void set_repetition(const std::optional<RepetitionRef>& repetition);
  void set_recipe(const Recipe& recipe);
  void set_metric(const std::string& metric);
  /// Sets the target of `answer` and `published`: a case, the folder of another campaign, or a file
  /// of published values.
  void compare_with(const QString& target);
  /// The recipe of the current picture.
  Recipe recipe() const;
  PictureView& picture() { return *picture_; }
  QDoubleSpinBox& confidence() { return *confidence_; }
  QAbstractItemModel& numbers() { return proxy_; }
  QString csv() const { return to_csv(proxy_); }
  QString note() const { return note_->text(); }
  Task& task() { return task_; }

 signals:
  void repetition_requested(const QString& case_name, int number);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Drawn;
  void fill_metrics();
  void fill_targets();
  void choose(QComboBox& box, const QString& metric);
  void browse();
  void read_controls();
  void show_controls();
  void draw();
  void show_drawn(Drawn drawn);

  Places places_;
  QComboBox* kind_;
  QComboBox* metric_;
  QComboBox* against_;
  QComboBox* target_;
  QLabel* against_label_;
  QLabel* target_label_;
  QDoubleSpinBox* confidence_;
  QCheckBox* log_x_;
  QCheckBox* log_y_;
  Note* note_;
  PictureView* picture_;
  QTableView* table_;
  RowsModel model_;
  QSortFilterProxyModel proxy_;
  CampaignPtr campaign_;
  QStringList campaigns_;
  std::optional<RepetitionRef> repetition_;
  Recipe recipe_;  // `against` is kept while other pictures are shown
  bool filling_ = false;
  bool stale_ = true;  // the shown picture is not that of the settings
  QTimer draw_timer_;
  Task task_;  // destroyed first
};

}  // namespace seawind::gui
