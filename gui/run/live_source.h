// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of events of one campaign. Signals are emitted in the source's thread, after start().
// Reading and control run in other threads, so no call blocks.
#pragma once

#include <QObject>

#include "emulator/api/emulator.pb.h"
#include "gui/run/live_state.h"

namespace seawind::gui {

class LiveSource : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual void start() = 0;

  /// Selects the slot whose link is sampled; -1: none. The next repetition in the same slot is
  /// sampled as well; link_began() marks its begin.
  virtual void watch_link(int slot) = 0;
  /// Changes the link in the slot; the answer comes as link_changed().
  virtual void change_link(int slot, const LinkEdit& edit) = 0;

  enum class Verb { kPause, kContinue, kFinish, kStop };
  /// Sends a verb to the running controller. The result is a state with another phase, or
  /// refused().
  virtual void request(Verb verb) = 0;
  /// Whether link changes and verbs mean something here.
  virtual bool can_act() const = 0;

 signals:
  void state_changed(const CampaignState& state);
  /// Newly finished ones, oldest first; each comes once.
  void attempts_finished(const QList<AttemptRow>& attempts);
  /// The watched link is a new one: earlier reports belong to another repetition.
  void link_began(const SlotState& slot);
  void link_reported(const LinkReport& report);
  /// Why there are no reports now; they come again by themselves when there is something to watch.
  void link_silent(const QString& why);
  void link_changed(const LinkChangeEntry& entry);
  /// The watched link as it is now: after link_began() and after every change.
  void link_configured(const LinkConfiguration& configuration);
  /// The campaign cannot be read: what, where, what to do. The source goes on trying; a state says
  /// that it can be read again.
  void failed(const QString& message);
  /// A request was rejected, with the reason.
  void refused(const QString& message);
};

}  // namespace seawind::gui
