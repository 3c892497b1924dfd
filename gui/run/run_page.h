// SPDX-License-Identifier: GPL-3.0-or-later
// Starts campaigns and shows them while they run: the list of campaigns, the queue, and the live
// view of the selected campaign. Campaigns continue when the window is closed. The next window
// finds them.
#pragma once

#include <QtWidgets>

#include "gui/note.h"
#include "gui/page.h"
#include "gui/places.h"
#include "gui/run/campaign_queue.h"
#include "gui/run/campaign_scan.h"
#include "gui/run/campaigns_model.h"
#include "gui/run/live_source.h"
#include "gui/run/queue_runner.h"

namespace seawind::gui {

class LiveView;

class RunPage : public Page {
  Q_OBJECT

 public:
  explicit RunPage(const Places& places, QWidget* parent = nullptr);
  bool show_item(const QString& what, const QString& argument) override;
  void save_state(QSettings& settings) const override;
  void restore_state(QSettings& settings) override;

  enum class Dialog { kShow, kSkip };
  /// Runs the test set. Dialog::kShow shows a dialog for the directory and the options; kSkip uses
  /// the defaults. The campaign starts immediately if nothing runs, or if the dialog says so; else
  /// it is enqueued.
  void start(const QString& test_set_file, Dialog shown = Dialog::kShow);
  void start(const RunRequest& request);
  /// Shows a campaign directory, which may be created later.
  void watch(const QString& campaign_directory);

  LiveView& live_view() { return *live_; }
  CampaignQueue& queue() { return queue_; }
  const CampaignsModel& campaigns() const { return campaigns_; }
  /// The last problem that was shown; empty: none, or solved since.
  QString problem() const { return problem_->text(); }

 private:
  void make_actions();
  QWidget* make_lists();
  void update_actions();
  void show_problem(const QString& text);
  /// Whether a campaign runs, or waits in a queue that is not held: the next one is enqueued.
  bool must_wait() const;
  void show_entries(const QList<CampaignEntry>& entries);
  /// Shows one line in the status bar, and as a notification while the window is not active.
  void notify(const QString& text);
  void campaign_ended(const CampaignEntry& now);

  void choose_test_set();
  void choose_campaign();
  void stop_now();

  Places places_;
  CampaignQueue queue_;
  QueueRunner runner_;
  std::shared_ptr<CampaignScan> scan_;
  CampaignsModel campaigns_;
  QString shown_;       // directory of the shown campaign
  QString quickstart_;  // directory of the campaign whose results are shown when it completes

  QSplitter* splitter_;
  QTableView* campaigns_table_;
  QTableView* queue_table_;
  QLabel* queue_note_;
  Note* problem_;
  QToolButton* dismiss_;
  LiveView* live_;
};

}  // namespace seawind::gui
