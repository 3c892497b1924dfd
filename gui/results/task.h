// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one long operation at a time in a thread, with progress and cancellation. A new start,
// cancel() and the destructor discard the result of earlier work.
#pragma once

#include <QFuture>
#include <QList>
#include <QObject>
#include <QString>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

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

  explicit Task(QObject* parent = nullptr);
  /// Cancels the work and waits until it has ended.
  ~Task() override;

  void start(Function function);
  void cancel();
  bool is_running() const { return running_; }

 signals:
  void started();
  void progressed(int percent);
  /// Emitted after the result was delivered, and after failed() or cancel().
  void ended();
  void failed(const QString& error);
  void cancelled();

 private:
  using Flag = std::shared_ptr<std::atomic<bool>>;
  void finish(const Flag& flag, const std::function<void()>& result, const QString& error);

  Flag cancel_flag_;  // cancellation flag of the current work
  bool running_ = false;
  QList<QFuture<void>> futures_;
};

/// Shows the task as `title` in the window's status bar while it runs, with its progress and a
/// button that cancels it.
void show_in_window(Task& task, const QString& title);

}  // namespace seawind::gui
