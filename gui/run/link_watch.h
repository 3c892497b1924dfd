// SPDX-License-Identifier: GPL-3.0-or-later
// Samples the link of one slot in a separate thread, across repetitions, and applies changes to the
// link. No call blocks.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <thread>

#include "emulator/api/emulator.pb.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

class LinkWatch : public QObject {
  Q_OBJECT

 public:
  static constexpr int kInterval = 100;  // ms between two reports

  LinkWatch(const QString& directory, const QString& configs, QObject* parent = nullptr);
  ~LinkWatch() override;

  /// Watches the link of this slot; -1: none.
  void watch(int slot);
  void change(int slot, const LinkEdit& edit);

 signals:
  void began(const SlotState& slot);
  void reported(const LinkReport& report);
  void silent(const QString& why);
  void changed(const LinkChangeEntry& entry);
  void configured(const LinkConfiguration& configuration);

 private:
  void follow(int slot, const std::stop_token& stop);
  void follow_attempt(int slot, const std::stop_token& stop, QString& last_silence);
  void change_now(int slot, const LinkEdit& edit);

  QString directory_;
  QString configs_;
  int slot_ = -1;
  QThreadPool changes_;  // applies changes one at a time
  std::jthread thread_;
};

}  // namespace seawind::gui
