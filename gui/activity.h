// SPDX-License-Identifier: GPL-3.0-or-later
// A long operation that the user may cancel, for example an export, a check or an analysis. An
// Activity object exists while the operation runs. The window's status bar shows all activities
// with their progress and a cancel button. The object belongs to the GUI thread; the operation
// itself may run in another one.
#pragma once

#include <QList>
#include <QObject>
#include <QString>

namespace seawind::gui {

class Activity : public QObject {
  Q_OBJECT

 public:
  /// `title` names the operation, for example "Exporting 12 repetitions". `can_cancel`: cancelled()
  /// is connected.
  explicit Activity(QString title, bool can_cancel = true, QObject* parent = nullptr);
  ~Activity() override;

  const QString& title() const { return title_; }
  bool can_cancel() const { return can_cancel_; }
  /// 0 to 100; -1: not known.
  int percent() const { return percent_; }
  void set_percent(int percent);
  bool is_cancelled() const { return is_cancelled_; }
  /// Emits cancelled(), once. The owner destroys the object when the operation has stopped.
  void cancel();

 signals:
  void changed();
  void cancelled();

 private:
  QString title_;
  bool can_cancel_;
  bool is_cancelled_ = false;
  int percent_ = -1;
};

/// All activities, oldest first.
class ActivityList : public QObject {
  Q_OBJECT

 public:
  static ActivityList& all();
  const QList<Activity*>& activities() const { return activities_; }

 signals:
  void added(Activity* activity);
  /// The object is being destroyed: only its address may be used.
  void removed(Activity* activity);

 private:
  friend class Activity;
  QList<Activity*> activities_;
};

}  // namespace seawind::gui
