// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks of a campaign that runs on a cluster, in the order of their submission.
#pragma once

#include "controller/campaign/live.h"
#include "gui/row_table.h"

namespace seawind::gui {

class TasksModel : public RowTable<LiveTask> {
  Q_OBJECT

 public:
  enum Column { kTask, kNode, kState, kRunning, kDone, kFailed, kWhy };

  explicit TasksModel(QObject* parent = nullptr);

  void set(const QList<LiveTask>& tasks) { update_rows(tasks, &LiveTask::task); }

 private:
  QVariant cell(const LiveTask& task, int column, int role) const override;
};

}  // namespace seawind::gui
