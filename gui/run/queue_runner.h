// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the campaigns of the queue one after the other: the next one when nothing runs any more,
// neither from here nor from elsewhere (two campaigns on one machine would disturb each other's
// timing). Campaigns that are to start at once are its business as well.
//
// A campaign that ends, be it with failed repetitions, makes room for the next. One that does not
// begin, or breaks off, stays in the queue with the reason; what looks like the machine's fault, or
// was the user's wish (stopped), holds the queue.
#pragma once

#include <memory>
#include <vector>

#include "gui/run/campaign_queue.h"
#include "gui/run/campaign_scan.h"

namespace seawind::gui {

class QueueRunner : public QObject {
  Q_OBJECT

 public:
  /// `program`: seawind.
  QueueRunner(CampaignQueue& queue, const QString& program, const QString& configs,
              QObject* parent = nullptr);

  /// Beside whatever runs, not through the queue. False and `error`: it was not started.
  bool start_now(const RunRequest& request, QString& error);
  /// What was last found out about all campaigns.
  void look(const QList<CampaignEntry>& entries);
  /// Why the queue does not go on; empty: it does, or has nothing to do.
  QString waits_for() const;
  /// Whether a campaign runs, started here or elsewhere. True also until this has been determined.
  bool is_busy() const;

 signals:
  void started(const QString& directory);
  /// A controller that was started here is over. `problem`: what went wrong; empty: nothing.
  void ended(const QString& directory, int exit_code, const QString& problem);

 private:
  CampaignProcess* launch(const RunRequest& request, QString& error);
  void go_on();
  void settle(int exit_code, const QString& problem);
  void look_after_lost_one(const QList<CampaignEntry>& entries);

  CampaignQueue& queue_;
  QString program_;
  QString configs_;
  std::vector<CampaignProcess*> processes_;  // alive; children of this
  CampaignProcess* current_ = nullptr;       // the queue's
  QStringList running_;                      // directories, as last looked
  bool looked_ = false;
  int absent_ = 0;  // consecutive scans in which the queue's running campaign did not run
};

}  // namespace seawind::gui
