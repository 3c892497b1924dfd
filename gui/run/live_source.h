// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of events of one campaign. start() enables the signals. Reading and control run in other
// threads, so that no call blocks; these threads emit the signals.
#pragma once

#include <QtWidgets>

#include "controller/campaign/control.h"
#include "controller/campaign/daemon_link.h"
#include "emulator/api/emulator.pb.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

class LiveSource : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual void start() = 0;

  /// Selects the slot whose link is sampled; -1: none. Sampling continues with the next repetition
  /// in the same slot; link_began() marks its begin.
  virtual void watch_link(int slot) = 0;
  /// Changes the link in the slot. link_changed() has the result.
  virtual void change_link(int slot, const RequestedChange& request) = 0;

  /// Sends a verb to the running controller. The result is a state with another phase, or
  /// refused().
  virtual void request(ControlRequest verb) = 0;

 signals:
  void state_changed(const CampaignState& state);
  /// Attempts that have ended since the last signal, oldest first. Each attempt is emitted once.
  void attempts_finished(const QList<AttemptRow>& attempts);
  /// The slot has a new link. Earlier reports belong to another repetition.
  void link_began(const SlotState& slot);
  void link_reported(const LinkReport& report);
  /// `why`: the reason there are no reports. Sampling resumes when there is a link to watch.
  void link_unavailable(const QString& why);
  void link_changed(const LinkChangeEntry& entry);
  /// The current configuration of the watched link. Emitted after link_began() and after every
  /// change.
  void link_configured(const ShownLink& configuration);
  /// The campaign cannot be read. `message` has the attempt, the file and the remedy. The source
  /// retries; the next state signals success.
  void failed(const QString& message);
  /// The controller rejected a request, for the reason in `message`.
  void refused(const QString& message);
};

}  // namespace seawind::gui
