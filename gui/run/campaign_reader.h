// SPDX-License-Identifier: GPL-3.0-or-later
// Polls a campaign directory and emits the differences. Runs in a thread of its own, because
// reading may be slow.
#pragma once

#include <QtWidgets>
#include <filesystem>
#include <memory>

#include "controller/campaign/live.h"
#include "controller/store/attempts.h"
#include "gui/run/live_source.h"

namespace seawind::gui {

class CampaignReader : public QObject {
  Q_OBJECT

 public:
  /// Emits signals of `source`, which outlives the reader. `interval`: ms between two polls.
  CampaignReader(LiveSource& source, const QString& directory, int interval);

  void start();
  /// Polls the directory immediately.
  void poll();

 private:
  bool is_still_to_come() const;
  void open();
  void read_attempts();
  CampaignState state_of(const std::optional<LiveState>& live);

  LiveSource& source_;
  std::filesystem::path directory_;
  QTimer timer_;
  std::unique_ptr<AttemptReader> attempts_;
  QList<QString> cases_;
  std::int64_t last_ = 0;  // id of the newest attempt that was emitted
  StoreProgress progress_;
  std::int64_t limit_ns_ = 0;
  std::int64_t worst_ns_ = -1;
  QString name_;
  bool recording_ = false;
  QString last_failure_;
  QElapsedTimer since_start_;
};

}  // namespace seawind::gui
