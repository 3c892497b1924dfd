// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns that wait their turn, first come first; the first may be the one that runs. Kept in a
// file that is replaced as a whole at every change, so the queue outlives the window.
#pragma once

#include <QAbstractTableModel>

#include "common/fds.h"
#include "gui/places.h"
#include "gui/run/campaign_process.h"

namespace seawind::gui {

struct QueueItem {
  enum class State {
    kWaiting,
    kRunning,  // was started from here
    kFailed,   // did not begin, or broke off: `message`; stays until it is removed or tried again
  };
  RunRequest request;
  State state = State::kWaiting;
  QString message;
};

class CampaignQueue : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kColumns };

  static QString file_in(const Places& places) { return places.own + "/queue.json"; }
  /// Reads `file`. Another window that has the same queue keeps it: is_mine() is false, and nothing
  /// can be changed here.
  explicit CampaignQueue(const QString& file, QObject* parent = nullptr);

  bool is_mine() const { return static_cast<bool>(lock_); }
  /// What could not be read or written, and what to do; empty: all is well.
  const QString& error() const { return error_; }

  const QList<QueueItem>& items() const { return items_; }
  /// A held queue starts nothing. Kept in the file.
  bool is_held() const { return held_; }
  void set_held(bool held);

  void add(const RunRequest& request);
  /// Not the one that runs.
  bool remove(int row);
  /// `by` places down (negative: up); never past the one that runs.
  bool move(int row, int by);
  bool can_move(int row, int by) const;
  void set_state(int row, QueueItem::State state, const QString& message = {});
  /// It is over: out of the queue, whatever its state.
  void take(int row);

  int running_row() const;  // -1: none
  int next_row() const;     // the first that waits; -1: none

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  /// Items, order, states or held.
  void changed();

 private:
  void load();
  void save();

  QString file_;
  Fd lock_;
  QList<QueueItem> items_;
  bool held_ = false;
  QString error_;
};

}  // namespace seawind::gui
