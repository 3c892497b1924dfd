// SPDX-License-Identifier: GPL-3.0-or-later
// The results page. On the left it has the list of campaigns and the filter of their cases; on the
// right the summary, figures, pictures, repetitions and one repetition of the selected campaign.
// Threads read all data. A running campaign is read again when it changes.
#pragma once

#include <QtWidgets>

#include "gui/page.h"
#include "gui/places.h"
#include "gui/results/campaign_data.h"
#include "gui/results/campaign_pictures.h"
#include "gui/results/filter_panel.h"
#include "gui/results/metric_table.h"
#include "gui/results/recipe_menu.h"
#include "gui/results/repetition_model.h"
#include "gui/results/repetition_view.h"
#include "gui/results/report_opener.h"
#include "gui/run/campaigns_model.h"
#include "gui/task.h"

namespace seawind::gui {

class ResultsPage : public Page {
  Q_OBJECT

 public:
  explicit ResultsPage(const Places& places, QWidget* parent = nullptr);

  bool show_item(const QString& what, const QString& argument) override;
  void save_state(QSettings& settings) const override;
  void restore_state(QSettings& settings) override;

  void open_campaign(const QString& directory);
  void open_repetition(const QString& directory, const QString& case_name, int number);

  /// The shown campaign; null: none.
  const CampaignPtr& campaign() const { return campaign_; }
  Recipe recipe() const;
  void apply_recipe(const Recipe& recipe);
  enum Tab { kSummary, kFigures, kPictures, kRepetitions, kRepetition };
  QTabWidget& tabs() { return *tabs_; }
  CampaignPictures& pictures() { return *pictures_; }
  RepetitionView& repetition() { return *repetition_; }
  MetricTable& figures() { return *figures_; }
  FilterPanel& filter() { return *filter_; }
  RecipeMenu& recipes() { return *recipes_; }
  RepetitionModel& repetitions() { return repetitions_; }
  RepetitionFilter& shown_repetitions() { return shown_; }
  const CampaignsModel& campaigns() const { return campaigns_; }
  QTextBrowser& summary() { return *summary_; }
  Note& banner() { return *banner_; }
  ReportOpener& opener() { return opener_; }

 signals:
  /// All data of the campaign is shown; for a damaged campaign, its readable part.
  void campaign_shown(const QString& directory);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void build();
  void make_actions();
  void connect_views();
  void load();
  void show_campaign(CampaignPtr campaign);
  void filter_changed();
  void follow_files();
  void show_entries(const QList<CampaignEntry>& entries);
  void choose_campaign();
  void export_files();
  void save_table();
  void open_page();
  void show_path(const QString& page, const QString& why);
  void open_selected_repetition();
  void show_repetition(const std::string& case_name, int number);
  QString current_table(QString& name) const;

  Places places_;
  std::shared_ptr<CampaignScan> scan_;
  CampaignsModel campaigns_;
  RepetitionModel repetitions_;
  RepetitionFilter shown_;
  QListView* campaigns_view_;
  FilterPanel* filter_;
  Note* banner_;
  QLabel* head_;
  QTabWidget* tabs_;
  QTextBrowser* summary_;
  MetricTable* figures_;
  CampaignPictures* pictures_;
  QTableView* table_;
  QLabel* count_;
  RepetitionView* repetition_;
  RecipeMenu* recipes_;
  QSplitter* main_;
  QSplitter* side_;
  Task loading_;
  QTimer watch_;
  ReportOpener opener_;
  QString directory_;
  QString stamp_;
  CampaignPtr campaign_;
  std::optional<Recipe> waiting_recipe_;  // applied when the samples have been read
};

}  // namespace seawind::gui
