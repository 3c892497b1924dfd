// SPDX-License-Identifier: GPL-3.0-or-later
// A `seawind run` or `seawind resume` process that this window has started. The process has its own
// session and continues when the window is closed or killed. Its output goes to DIRECTORY.log
// beside the campaign directory.
#pragma once

#include <sys/types.h>

#include <QtWidgets>
#include <memory>

#include "common/process.h"

namespace seawind::gui {

struct RunRequest {
  QString test_set = {};       // empty: resumes `directory`
  QString directory = {};      // absolute
  int repetitions = 0;         // 0: the value of the test set
  QString parallel = {};       // a number or "auto"; empty: the value of the test set
  bool allow_changes = false;  // repetitions whose link was changed by hand are valid
  QString lab = {};            // file of the lab whose machines run it; empty: this machine

  bool is_resume() const { return test_set.isEmpty(); }
};

/// Arguments of the program `seawind`.
QStringList arguments_of(const RunRequest& request, const QString& configs);
QString log_of(const QString& campaign_directory);
/// The message for an exit code that means an error, with the remedy; empty for those that the page
/// shows by the campaign's state. `said`: the last lines of the log.
QString explain_exit(int exit_code, const QString& directory, const QString& said);

class CampaignProcess : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  /// Does not end a running process.
  ~CampaignProcess() override;

  /// Starts the process. Call once. Returns false if nothing was started; `error` then has the
  /// attempt, the reason and the remedy.
  bool start(const QString& program, const RunRequest& request, const QString& configs,
             QString& error);

  const RunRequest& request() const { return request_; }
  pid_t pid() const { return process_.pid; }

 signals:
  /// `exit_code`: the code of a shell, 128 + N after signal N. `said`: the last lines of the output
  /// of this run.
  void ended(int exit_code, const QString& said);

 private:
  void reap();
  QString said() const;

  RunRequest request_;
  Process process_;
  qint64 log_begin_ = 0;  // size of the log in bytes before this run
  std::unique_ptr<QSocketNotifier> notifier_;
};

}  // namespace seawind::gui
