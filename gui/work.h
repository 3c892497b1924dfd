// SPDX-License-Identifier: GPL-3.0-or-later
// Something that takes a while and that the user may break off: an export, a check, an analysis.
// Whoever does it makes a Work for as long as it lasts; the window's status bar shows all of them
// with progress and a button that cancels. Made, told and destroyed in the GUI thread; the doing
// itself is elsewhere.
#pragma once

#include <QList>
#include <QObject>
#include <QString>

namespace seawind::gui {

class Work : public QObject {
  Q_OBJECT

 public:
  /// `title`: what is being done, "Exporting 12 repetitions". `can_cancel`: somebody is connected
  /// to cancelled().
  explicit Work(QString title, bool can_cancel = true, QObject* parent = nullptr);
  ~Work() override;

  const QString& title() const { return title_; }
  bool can_cancel() const { return can_cancel_; }
  /// 0 to 100; -1: not known.
  int percent() const { return percent_; }
  void set_percent(int percent);
  bool is_cancelled() const { return is_cancelled_; }
  /// Asks for the end, once; the Work goes away when whoever does it has stopped.
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

/// All that are under way, oldest first.
class WorkList : public QObject {
  Q_OBJECT

 public:
  static WorkList& all();
  const QList<Work*>& works() const { return works_; }

 signals:
  void added(Work* work);
  /// It is being destroyed: only its address may be used.
  void removed(Work* work);

 private:
  friend class Work;
  QList<Work*> works_;
};

}  // namespace seawind::gui
