// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/task.h"

#include <QThreadPool>
#include <QtConcurrent>

#include "gui/activity.h"

namespace seawind::gui {
namespace {

/// More threads than cores: most tasks wait for the disk, and a long export must not delay the
/// reading of the next campaign.
QThreadPool& worker_pool() {
  static QThreadPool pool;
  pool.setMaxThreadCount(8);
  return pool;
}

}  // namespace

Task::Task(QObject* parent) : QObject(parent) {}

Task::~Task() {
  if (cancel_flag_) *cancel_flag_ = true;
  for (auto& future : futures_) future.waitForFinished();
}

void Task::start(Function work) {
  if (cancel_flag_) *cancel_flag_ = true;
  futures_.removeIf([](const QFuture<void>& f) { return f.isFinished(); });
  const Flag flag = std::make_shared<std::atomic<bool>>(false);
  cancel_flag_ = flag;
  running_ = true;
  emit started();
  // The destructor waits for the thread, so `this` outlives the work. Qt drops the results posted
  // to a destroyed object.
  futures_.append(QtConcurrent::run(&worker_pool(), [this, flag, work = std::move(work)] {
    int percent = -1;
    const Report report = [&](std::uint64_t done, std::uint64_t all) {
      if (*flag) throw Cancelled{};
      const int now = all == 0 ? 0 : static_cast<int>(100 * done / all);
      if (now == percent) return;
      percent = now;
      QMetaObject::invokeMethod(
          this,
          [this, flag, now] {
            if (!*flag) emit progressed(now);
          },
          Qt::QueuedConnection);
    };
    std::function<void()> result;
    QString error;
    try {
      result = work(report);
    } catch (const Cancelled&) {
      return;
    } catch (const std::exception& e) {
      error = QString::fromUtf8(e.what());
    }
    QMetaObject::invokeMethod(
        this, [this, flag, result, error] { finish(flag, result, error); }, Qt::QueuedConnection);
  }));
}

void Task::finish(const Flag& flag, const std::function<void()>& result, const QString& error) {
  if (*flag) return;
  running_ = false;
  if (result)
    result();
  else
    emit failed(error.isEmpty() ? tr("an unknown error") : error);
  emit ended();
}

void Task::cancel() {
  if (!running_) return;
  *cancel_flag_ = true;
  running_ = false;
  emit cancelled();
  emit ended();
}

void show_in_window(Task& task, const QString& title) {
  const auto shown = std::make_shared<QPointer<Activity>>();
  const auto end = [shown] {
    if (*shown) (*shown)->deleteLater();
    shown->clear();
  };
  QObject::connect(&task, &Task::started, &task, [shown, end, title, &task] {
    end();
    *shown = new Activity(title, true, &task);
    QObject::connect(*shown, &Activity::cancelled, &task, &Task::cancel);
  });
  QObject::connect(&task, &Task::progressed, &task, [shown](int percent) {
    if (*shown) (*shown)->set_percent(percent);
  });
  QObject::connect(&task, &Task::ended, &task, end);
}

}  // namespace seawind::gui
