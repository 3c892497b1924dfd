// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the campaigns of the queue one after the other. The next campaign starts when no known
// campaign runs, including those of a cluster or a laboratory, because two would disturb each
// other's timing. Also starts campaigns outside the queue (start_now()).
//
// A campaign that ends, even with failed repetitions, is removed from the queue. A campaign that
// does not start, or aborts, stays in the queue with the reason. The queue is then held if the
// cause is probably the machine, or if the user stopped the campaign.
#pragma once

#include <memory>
#include <vector>

#include "gui/run/campaign_queue.h"
#include "gui/run/campaign_scan.h"

namespace seawind::gui {

class QueueRunner : public QObject {
  Q_OBJECT

 public:
  /// `program`: path of the program seawind.
  QueueRunner(CampaignQueue& queue, const QString& program, const QString& configs,
              QObject* parent = nullptr);

  /// Starts a campaign immediately, outside the queue. False: nothing was started; `error` has the
  /// reason.
  bool start_now(const RunRequest& request, QString& error);
  /// Takes the result of the last scan of all campaigns.
  void take_scan(const QList<CampaignEntry>& entries);
  /// The reason the queue starts nothing; empty: it starts campaigns, or is empty.
  QString waits_for() const;
  /// Whether any known campaign runs. True until the first scan has ended.
  bool is_busy() const;

 signals:
  void started(const QString& directory);
  /// A controller that this object started has ended. `problem`: the error; empty: none.
  void ended(const QString& directory, int exit_code, const QString& problem);

 private:
  CampaignProcess* launch(const RunRequest& request, QString& error);
  void start_next();
  void record_end(int exit_code, const QString& problem);
  void check_campaign_of_earlier_window(const QList<CampaignEntry>& entries);

  CampaignQueue& queue_;
  QString program_;
  QString configs_;
  std::vector<CampaignProcess*> processes_;  // running processes; children of this object
  CampaignProcess* current_ = nullptr;  // the process of the queue's running campaign; null: none
  QStringList running_;                 // directories of the running campaigns at the last scan
  bool scanned_ = false;
  int missed_scans_ = 0;  // consecutive scans in which the queue's running campaign did not run
};

}  // namespace seawind::gui
