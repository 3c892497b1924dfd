// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns that wait, in the order in which they were added; the first one may be running. Every
// change replaces the queue's file atomically, so that the queue outlives the window. A file that
// cannot be read is never replaced.
#pragma once

#include "common/fds.h"
#include "gui/places.h"
#include "gui/row_table.h"
#include "gui/run/campaign_process.h"

namespace seawind::gui {

struct QueueItem {
  enum class State {
    kWaiting,
    kRunning,  // started by this queue
    kFailed,   // did not start, or aborted; `message` has the reason. Stays until it is removed or
               // retried
  };
  RunRequest request;
  State state = State::kWaiting;
  QString message;
};

class CampaignQueue : public RowTable<QueueItem> {
  Q_OBJECT

 public:
  enum Column { kName, kState };

  static QString file_in(const Places& places) { return places.own + "/queue.json"; }
  /// Reads `file`. If another window holds the queue, is_mine() is false and every change is
  /// rejected.
  explicit CampaignQueue(const QString& file, QObject* parent = nullptr);

  bool is_mine() const { return static_cast<bool>(lock_); }
  /// The last read or write error, with the remedy; empty: none.
  const QString& error() const { return error_; }

  const QList<QueueItem>& items() const { return rows_; }
  /// A held queue starts no campaign. The file stores this state.
  bool is_held() const { return held_; }
  void set_held(bool held);

  void add(const RunRequest& request);
  /// Removes a campaign that does not run. False: it runs.
  bool remove(int row);
  /// Moves a campaign by `by` places (negative: towards the front), but not before the running one.
  bool move(int row, int by);
  bool can_move(int row, int by) const;
  void set_state(int row, QueueItem::State state, const QString& message = {});
  /// Removes a campaign that has ended, in any state.
  void remove_ended(int row);

  int running_row() const;  // -1: none
  int next_row() const;     // row of the first waiting campaign; -1: none

 signals:
  /// The items, their order, their states or is_held() have changed.
  void changed();

 private:
  QVariant cell(const QueueItem& item, int column, int role) const override;
  void load();
  /// Disables the replacement of the file, because its content is unknown. `why`: a sentence.
  void keep_file(const QString& why);
  void save();

  QString file_;
  Fd lock_;
  bool held_ = false;
  QString error_;
  bool file_is_kept_ = false;
};

}  // namespace seawind::gui
