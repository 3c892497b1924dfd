// SPDX-License-Identifier: GPL-3.0-or-later
// A live source that plays a recording (live_json.h), and what makes recordings of any source.
#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QTimer>
#include <vector>

#include "gui/run/live_json.h"
#include "gui/run/live_source.h"

namespace seawind::gui {

class RecordedSource : public LiveSource {
  Q_OBJECT

 public:
  /// `speed`: times as fast as it was; 0: as fast as it can be shown.
  explicit RecordedSource(const QString& file, double speed = 1, QObject* parent = nullptr);

  void start() override;
  void watch_link(int slot) override;
  void change_link(int slot, const LinkEdit& edit) override;
  void request(Verb verb) override;
  bool can_act() const override { return false; }

 signals:
  void ended();

 private:
  void play();
  void tell(const LiveEvent& event);

  QString file_;
  double speed_;
  std::vector<LiveLine> lines_;
  std::size_t next_ = 0;
  int watched_ = -1;  // slot
  int link_of_ = -1;  // slot the reports are of now
  QElapsedTimer clock_;
  QTimer timer_;
};

/// Writes everything `source` says until it is destroyed.
class StreamRecorder : public QObject {
  Q_OBJECT

 public:
  StreamRecorder(LiveSource& source, const QString& file, QObject* parent = nullptr);
  /// Empty: everything so far was written.
  QString error() const;

 private:
  void write(LiveEvent event);
  QFile out_;
  QElapsedTimer clock_;
  QString error_;
};

}  // namespace seawind::gui
