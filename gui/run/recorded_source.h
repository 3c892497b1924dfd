// SPDX-License-Identifier: GPL-3.0-or-later
// A live source that plays a recording (live_json.h), and a recorder for any live source.
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
  /// `speed`: playback speed as a multiple of the recorded speed; 0: unlimited.
  explicit RecordedSource(const QString& file, double speed = 1, QObject* parent = nullptr);

  void start() override;
  void watch_link(int slot) override;
  void change_link(int slot, const LinkEdit& edit) override;
  void request(ControlRequest verb) override;
  bool can_act() const override { return false; }

 signals:
  void ended();

 private:
  void play();
  void emit_event(const LiveEvent& event);

  QString file_;
  double speed_;
  std::vector<LiveLine> lines_;
  std::size_t next_ = 0;
  int watched_ = -1;  // slot
  int link_of_ = -1;  // slot of the following reports
  QElapsedTimer clock_;
  QTimer timer_;
};

/// Writes every signal of `source` to a file until the source is destroyed.
class StreamRecorder : public QObject {
  Q_OBJECT

 public:
  StreamRecorder(LiveSource& source, const QString& file, QObject* parent = nullptr);
  /// The first error; empty: everything so far was written.
  QString error() const;

 private:
  void write(LiveEvent event);
  QFile out_;
  QElapsedTimer clock_;
  QString error_;
};

}  // namespace seawind::gui
