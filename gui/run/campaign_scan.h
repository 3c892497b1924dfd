// SPDX-License-Identifier: GPL-3.0-or-later
// The only source of the lists of campaigns: those of the campaigns folder and those started or
// opened in other folders, with their progress and whether they run. A separate thread scans
// periodically.
#pragma once

#include <QtWidgets>
#include <memory>

#include "gui/run/live_state.h"
#include "gui/task.h"

namespace seawind::gui {

struct CampaignEntry {
  QString directory = {};           // absolute
  QString name = {};                // of the directory
  std::optional<RunState> phase{};  // nothing: not running
  int done = 0;
  int failed = 0;
  int total = 0;
  bool recording = false;  // of `seawind exec`
  QString problem = {};    // why its store cannot be read; empty: it can
  qint64 changed_ms = 0;   // ms since 1970: last change of the store

  bool is_complete() const { return problem.isEmpty() && !phase && done + failed == total; }

  bool operator==(const CampaignEntry&) const = default;
};

class CampaignScan : public QObject {
  Q_OBJECT

 public:
  static constexpr int kInterval = 1000;  // ms between two scans
  static constexpr int kMaxOthers = 50;   // stored directories outside the folder

  /// The scan that all pages share. `folder`: every campaign directly in this folder is listed.
  static std::shared_ptr<CampaignScan> of(const QString& folder);
  explicit CampaignScan(const QString& folder);

  /// Adds a directory to this scan and, in QSettings, to those of later windows. It may be created
  /// later. The next found() takes it into account.
  void add(const QString& directory);
  /// Schedules a scan now instead of at the next interval.
  void scan_now() {
    if (!task_.is_running()) poll();
  }
  /// The result of the last scan. Running campaigns come first, then the newest ones.
  const QList<CampaignEntry>& entries() const { return entries_; }

 signals:
  /// Emitted after every scan.
  void found(const QList<CampaignEntry>& entries);

 private:
  void poll();
  QList<CampaignEntry> scan(const QStringList& others);
  CampaignEntry look_at(const QString& directory);

  const QString folder_;
  QStringList others_;
  QList<CampaignEntry> entries_;
  struct Known {
    qint64 changed_ms = -2;
    CampaignEntry entry;
  };
  QHash<QString, Known> known_;  // by directory, for task_; an unchanged store is not opened again
  QTimer timer_;
  Task task_{Task::Threads::kOne};
};

}  // namespace seawind::gui
