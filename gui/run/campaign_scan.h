// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the campaigns of the campaigns folder and those opened from other folders, and determines
// which of them run. A separate thread scans periodically.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QThread>
#include <QTimer>

#include "gui/run/live_state.h"

namespace seawind::gui {

struct CampaignEntry {
  QString directory;              // absolute
  QString name;                   // of the directory
  std::optional<RunState> phase;  // nothing: not running
  int done = 0;
  int total = 0;
  bool complete = false;
  bool unreadable = false;  // its store could not be read
  qint64 changed_ms = 0;    // ms since 1970: last change of the store

  bool operator==(const CampaignEntry&) const = default;
};

/// Scans directories. Lives in the thread of CampaignScan.
class CampaignScanWorker : public QObject {
  Q_OBJECT

 public:
  void look(const QString& folder, const QStringList& others);

 signals:
  void looked(const QList<CampaignEntry>& entries);

 private:
  CampaignEntry look_at(const QString& directory);
  struct Known {
    qint64 changed_ms = -1;
    CampaignEntry entry;
  };
  QHash<QString, Known> known_;  // by directory; an unchanged store is not opened again
};

class CampaignScan : public QObject {
  Q_OBJECT

 public:
  static constexpr int kInterval = 1000;  // ms between two scans

  /// `folder`: every campaign directly in this folder is listed.
  explicit CampaignScan(const QString& folder, QObject* parent = nullptr);
  ~CampaignScan() override;

  /// Adds a directory to all later scans.
  void add(const QString& directory);
  const QStringList& others() const { return others_; }
  void start();
  /// Schedules a scan now instead of at the next interval.
  void look_now();

 signals:
  /// Emitted after every scan. Running campaigns come first, then the newest ones.
  void found(const QList<CampaignEntry>& entries);

 private:
  QString folder_;
  QStringList others_;
  QThread thread_;
  CampaignScanWorker* worker_;
  QTimer timer_;
  bool looking_ = false;
};

}  // namespace seawind::gui
