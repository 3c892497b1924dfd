// SPDX-License-Identifier: GPL-3.0-or-later
// Which campaigns there are and which of them run: those in the folder of campaigns and those that
// were opened from elsewhere. Looked up in a thread, again and again.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QThread>
#include <QTimer>

#include "gui/run/live_state.h"

namespace seawind::gui {

struct CampaignEntry {
  QString directory;  // absolute
  QString name;       // of the directory
  RunPhase phase = RunPhase::kNotRunning;
  int done = 0;
  int total = 0;
  bool complete = false;
  bool unreadable = false;  // its store could not be read
  qint64 changed_ms = 0;    // of the store, since 1970

  bool operator==(const CampaignEntry&) const = default;
};

/// The looking itself, in the scanner's thread.
class CampaignLooker : public QObject {
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
  QHash<QString, Known> known_;  // by directory: unchanged stores are not opened again
};

class CampaignScan : public QObject {
  Q_OBJECT

 public:
  static constexpr int kInterval = 1000;  // ms

  /// `folder`: each campaign directly in it is looked at.
  explicit CampaignScan(const QString& folder, QObject* parent = nullptr);
  ~CampaignScan() override;

  /// Looks at this directory as well from now on.
  void add(const QString& directory);
  const QStringList& others() const { return others_; }
  void start();
  /// Soon, instead of at the next interval.
  void look_now();

 signals:
  /// Running ones first, then the newest first. After every look.
  void found(const QList<CampaignEntry>& entries);

 private:
  QString folder_;
  QStringList others_;
  QThread thread_;
  CampaignLooker* looker_;
  QTimer timer_;
  bool looking_ = false;
};

}  // namespace seawind::gui
