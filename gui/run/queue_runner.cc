// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/queue_runner.h"

namespace seawind::gui {
namespace {

constexpr int kMaxMissedScans = 3;  // a controller that has just started may not hold its lock yet

}  // namespace

QueueRunner::QueueRunner(CampaignQueue& queue, const QString& program, const QString& configs,
                         QObject* parent)
    : QObject(parent), queue_(queue), program_(program), configs_(configs) {
  connect(&queue_, &CampaignQueue::changed, this, &QueueRunner::start_next, Qt::QueuedConnection);
}

bool QueueRunner::is_busy() const {
  return !scanned_ || !processes_.empty() || !running_.isEmpty();
}

CampaignProcess* QueueRunner::launch(const RunRequest& request, QString& error) {
  auto process = std::make_unique<CampaignProcess>(this);
  if (!process->start(program_, request, configs_, error)) return nullptr;
  CampaignProcess* raw = process.release();
  processes_.push_back(raw);
  connect(raw, &CampaignProcess::ended, this, [this, raw](int exit_code, const QString& said) {
    const QString directory = raw->request().directory;
    const QString problem = explain_exit(exit_code, directory, said);
    std::erase(processes_, raw);
    raw->deleteLater();
    running_.removeAll(directory);
    if (raw == current_) {
      current_ = nullptr;
      record_end(exit_code, problem);
    }
    emit ended(directory, exit_code, problem);
    start_next();
  });
  emit started(request.directory);
  return raw;
}

bool QueueRunner::start_now(const RunRequest& request, QString& error) {
  return launch(request, error) != nullptr;
}

void QueueRunner::record_end(int exit_code, const QString& problem) {
  const int row = queue_.running_row();
  if (row < 0) return;
  if (problem.isEmpty())
    queue_.remove_ended(row);
  else
    queue_.set_state(row, QueueItem::State::kFailed, problem);
  // Exit code 2 is an error of this test set. Any other error would also end the next campaign, so
  // it holds the queue.
  const bool hold = exit_code == 130 || (!problem.isEmpty() && exit_code != 2);
  if (hold && queue_.next_row() >= 0) queue_.set_held(true);
}

void QueueRunner::take_scan(const QList<CampaignEntry>& entries) {
  scanned_ = true;
  running_.clear();
  for (const CampaignEntry& entry : entries)
    if (entry.phase) running_ << entry.directory;
  check_campaign_of_earlier_window(entries);
  start_next();
}

/// Handles a running campaign of the queue that was started by an earlier window. Its store shows
/// how it ended.
void QueueRunner::check_campaign_of_earlier_window(const QList<CampaignEntry>& entries) {
  const int row = queue_.running_row();
  if (current_ != nullptr || row < 0 || !queue_.is_mine()) return;
  const QString directory = queue_.items()[row].request.directory;
  if (running_.contains(directory)) {
    missed_scans_ = 0;
    return;
  }
  if (++missed_scans_ < kMaxMissedScans) return;
  missed_scans_ = 0;
  for (const CampaignEntry& entry : entries) {
    if (entry.directory != directory) continue;
    if (entry.is_complete())
      queue_.remove_ended(row);
    else
      record_end(
          3, tr("The campaign %1 ended before it was complete while no window was open. What is "
                "finished is kept: resume it.\nIts output is in %2.")
                 .arg(directory, log_of(directory)));
    return;
  }
  record_end(2, tr("The campaign %1 was not started while no window was open. Its output "
                   "is in %2.")
                    .arg(directory, log_of(directory)));
}

void QueueRunner::start_next() {
  if (!queue_.is_mine() || queue_.is_held() || is_busy() || queue_.running_row() >= 0) return;
  const int row = queue_.next_row();
  if (row < 0) return;
  QString error;
  const RunRequest request = queue_.items()[row].request;
  current_ = launch(request, error);
  if (current_ != nullptr) {
    queue_.set_state(row, QueueItem::State::kRunning);
    return;
  }
  queue_.set_state(row, QueueItem::State::kFailed, error);
  queue_.set_held(true);
  emit ended(request.directory, -1, error);
}

QString QueueRunner::waits_for() const {
  if (!queue_.is_mine())
    return tr("Another Seawind window controls this queue; it is read-only here.");
  if (queue_.next_row() < 0) return {};
  if (queue_.is_held()) return tr("The queue is held. No campaign starts until you release it.");
  if (queue_.running_row() >= 0 || (processes_.empty() && running_.isEmpty())) return {};
  return tr("The next campaign starts when %1 has ended.")
      .arg(running_.isEmpty() ? processes_.front()->request().directory
                              : QFileInfo(running_.first()).fileName());
}

}  // namespace seawind::gui
