// SPDX-License-Identifier: GPL-3.0-or-later
// Samples the link of one slot in a separate thread, across repetitions, and applies changes to the
// link. No call blocks.
#pragma once

#include <QtWidgets>
#include <thread>

#include "gui/run/live_source.h"

namespace seawind::gui {

class LinkWatch {
 public:
  static constexpr int kInterval = 100;  // ms between two reports

  /// Emits signals of `source`, which outlives this object.
  LinkWatch(LiveSource& source, const QString& directory, const QString& configs);

  /// Watches the link of this slot; -1: none.
  void watch(int slot);
  /// Changes are made in the order of the calls. The result of a change that ends after the
  /// destruction of `source` is dropped.
  void change(int slot, const RequestedChange& request);

 private:
  void follow(int slot, const std::stop_token& stop);
  void follow_attempt(int slot, const std::stop_token& stop, QString& last_problem);

  LiveSource& source_;
  QString directory_;
  QString configs_;
  int slot_ = -1;
  std::jthread thread_;
};

}  // namespace seawind::gui
