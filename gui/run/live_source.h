// SPDX-License-Identifier: GPL-3.0-or-later
// A stream of what happens in one campaign. Signals come in the thread the source lives in, after
// start(); work is done elsewhere, so nothing here waits.
#pragma once

#include <QObject>

#include "gui/run/live_state.h"

namespace seawind::gui {

class LiveSource : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  virtual void start() = 0;

  /// From now on samples of the link in this slot come; -1: none. Another repetition in the same
  /// slot goes on under the same number: link_began() tells.
  virtual void watch_link(int slot) = 0;
  /// Changes the link in the slot; the answer comes as link_changed().
  virtual void change_link(int slot, const LinkEdit& edit) = 0;

  enum class Verb { kPause, kContinue, kFinish, kStop };
  /// Asks the running controller. The answer is a state with another phase, or refused().
  virtual void request(Verb verb) = 0;
  /// Whether link changes and verbs mean something here.
  virtual bool can_act() const = 0;

 signals:
  void state_changed(const CampaignState& state);
  /// Newly finished ones, oldest first; each comes once.
  void attempts_finished(const QList<AttemptRow>& attempts);
  /// The link that is watched is a new one: samples before this are of another repetition.
  void link_began(const SlotState& slot);
  void link_sampled(const LinkSample& sample);
  /// Why there are no samples now; they come again by themselves when there is something to watch.
  void link_silent(const QString& why);
  void link_changed(const LinkChangeEntry& entry);
  /// The watched link as it is now: after link_began() and after every change.
  void link_configured(const LinkConfiguration& configuration);
  /// The campaign cannot be read: what, where, what to do. The source goes on trying; a state says
  /// that it can be read again.
  void failed(const QString& message);
  /// What was asked for was not done, and why.
  void refused(const QString& message);
};

}  // namespace seawind::gui
