// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/task.h"

#include <QtConcurrent>
#include <utility>

#include "common/error.h"

namespace seawind::gui {
namespace {

constexpr int kStopMs = 100;  // from a stop request to the end of a program

/// More threads than cores: most tasks wait for the disk, and a long export must not delay the
/// reading of the next campaign.
QThreadPool& worker_pool() {
  static QThreadPool pool;
  pool.setMaxThreadCount(8);
  return pool;
}

}  // namespace

Task::Task(Threads threads) : pool_(threads == Threads::kOne ? own_ : worker_pool()) {
  own_.setMaxThreadCount(1);
}

Task::~Task() {
  stop_.request_stop();
  set_running(false);
  for (auto& future : futures_) future.waitForFinished();
}

void Task::start(Function work) {
  start(Stoppable([this, work = std::move(work)](const std::stop_token& stop) {
    int percent = -1;
    return work([&](std::uint64_t done, std::uint64_t all) {
      if (stop.stop_requested()) throw Cancelled{};
      const int now = all == 0 ? 0 : static_cast<int>(100 * done / all);
      if (now == percent) return;
      percent = now;
      QMetaObject::invokeMethod(
          this,
          [this, stop, now] {
            if (!stop.stop_requested()) emit progressed(now);
          },
          Qt::QueuedConnection);
    });
  }));
}

void Task::start(Stoppable work) {
  stop_.request_stop();
  stop_ = std::stop_source();
  futures_.removeIf([](const QFuture<void>& f) { return f.isFinished(); });
  set_running(true);
  emit started();
  // The destructor waits for the thread, so `this` outlives the work. Qt drops the results posted
  // to a destroyed object.
  futures_.append(QtConcurrent::run(&pool_, [this, stop = stop_.get_token(),
                                             work = std::move(work)] {
    if (stop.stop_requested()) return;
    std::function<void()> result;
    QString error;
    try {
      result = work(stop);
    } catch (const Cancelled&) {
      return;
    } catch (const std::exception& e) {
      error = QString::fromUtf8(e.what());
    }
    QMetaObject::invokeMethod(
        this, [this, stop, result, error] { finish(stop, result, error); }, Qt::QueuedConnection);
  }));
}

void Task::finish(const std::stop_token& stop, const std::function<void()>& result,
                  const QString& error) {
  if (stop.stop_requested()) return;
  set_running(false);
  if (result)
    result();
  else
    emit failed(error.isEmpty() ? tr("an unknown error") : error);
  emit ended();
}

void Task::cancel() {
  if (!running_) return;
  stop_.request_stop();
  set_running(false);
  emit cancelled();
  emit ended();
}

void Task::set_running(bool running) {
  if (running == running_) return;
  running_ = running;
  if (title_.isEmpty()) return;
  if (running)
    emit ShownTasks::all().began(this);
  else
    emit ShownTasks::all().ended(this);
}

ProgramEnd run_seawind(const QString& program, const QStringList& arguments,
                       const std::stop_token& stop, const QString& folder) {
  if (program.isEmpty())
    throw Error(Task::tr("the program seawind is neither beside this one nor in PATH: install or "
                         "build the whole of Seawind")
                    .toStdString());
  QProcess process;
  process.setWorkingDirectory(folder);
  process.start(program, arguments, QIODevice::ReadOnly);
  if (!process.waitForStarted())
    throw Error(
        Task::tr("%1 cannot be started: %2").arg(program, process.errorString()).toStdString());
  while (!process.waitForFinished(kStopMs) && process.state() != QProcess::NotRunning)
    if (stop.stop_requested()) process.kill();
  const QByteArray errors = process.readAllStandardError().trimmed();
  if (process.exitStatus() == QProcess::CrashExit)
    throw Error(Task::tr("seawind %1 ended unexpectedly. %2")
                    .arg(arguments.value(0), QString::fromUtf8(errors))
                    .trimmed()
                    .toStdString());
  return {process.exitCode(), process.readAllStandardOutput(), errors};
}

ShownTasks& ShownTasks::all() {
  static ShownTasks tasks;
  return tasks;
}

}  // namespace seawind::gui
