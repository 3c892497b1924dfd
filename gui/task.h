// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one long operation at a time in a thread, with progress and cancellation. A new start,
// cancel() and the destructor discard the result of earlier work.
#pragma once

#include <QtWidgets>
#include <cstdint>
#include <functional>
#include <stop_token>

namespace seawind::gui {

class Task : public QObject {
  Q_OBJECT

 public:
  /// The work calls it regularly with the completed and the total amount. Throws Cancelled after
  /// cancel().
  using Report = std::function<void(std::uint64_t, std::uint64_t)>;
  struct Cancelled {};
  /// Runs in a worker thread. The function that it returns runs in the thread of this object. Any
  /// exception is reported by failed().
  using Function = std::function<std::function<void()>(const Report&)>;
  /// Like Function, for work that returns by itself soon after a stop request.
  using Stoppable = std::function<std::function<void()>(const std::stop_token&)>;

  enum class Threads {
    kShared,  // a new start does not wait for the end of cancelled work
    kOne,     // works of this task never overlap
  };
  explicit Task(Threads threads = Threads::kShared);
  /// Cancels the work and waits until it has ended.
  ~Task() override;

  void start(Function work);
  void start(Stoppable work);
  void cancel();
  bool is_running() const { return running_; }
  /// From now on the status bar of the window shows the task as `title` while it runs, with its
  /// progress and a button that cancels it.
  void show_as(const QString& title) { title_ = title; }
  const QString& title() const { return title_; }

 signals:
  void started();
  void progressed(int percent);
  /// Emitted after the result was delivered, and after failed() or cancel().
  void ended();
  void failed(const QString& error);
  void cancelled();

 private:
  void set_running(bool running);
  void finish(const std::stop_token& stop, const std::function<void()>& result,
              const QString& error);

  std::stop_source stop_;  // of the current work
  bool running_ = false;
  QString title_;    // empty: not shown
  QThreadPool own_;  // for Threads::kOne
  QThreadPool& pool_;
  QList<QFuture<void>> futures_;
};

/// What a program has left: its exit code and what it wrote, `errors` without surrounding blanks.
struct ProgramEnd {
  int code;
  QByteArray output;
  QByteArray errors;
};
/// Runs the program seawind, found at `program`, in `folder` (empty: in the present one) and waits
/// for its end, in the thread of a task. A stop request kills it. Throws Error if `program` is
/// empty, cannot be started or crashes.
ProgramEnd run_seawind(const QString& program, const QStringList& arguments,
                       const std::stop_token& stop, const QString& folder = {});

/// Announces the tasks that have a title.
class ShownTasks : public QObject {
  Q_OBJECT

 public:
  static ShownTasks& all();

 signals:
  void began(Task* task);
  /// The object can be in its destructor: only its address may be used.
  void ended(Task* task);
};

}  // namespace seawind::gui
