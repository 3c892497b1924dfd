// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaign_scan.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

#include "controller/campaign/control.h"
#include "controller/store/attempts.h"
#include "controller/store/layout.h"
#include "gui/places.h"
#include "gui/run/live_files.h"

namespace seawind::gui {
namespace {

std::optional<RunState> phase_of_directory(const QString& directory) {
  const std::filesystem::path path = to_path(directory);
  if (!is_running(path)) return {};
  const auto live = read_live(path);
  return live ? live->state : RunState::kRunning;
}

/// The time of the last change of the store or of its write-ahead log, in ms since 1970.
qint64 changed(const QString& directory) {
  qint64 newest = -1;
  for (const char* end : {"", "-wal"}) {
    const QFileInfo file(directory + '/' + kStoreFile + end);
    if (file.exists()) newest = std::max(newest, file.lastModified().toMSecsSinceEpoch());
  }
  return newest;
}

}  // namespace

void CampaignScanWorker::look(const QString& folder, const QStringList& others) {
  QStringList directories;
  for (const QFileInfo& entry : QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
    directories << entry.absoluteFilePath();
  for (const QString& other : others)
    if (!directories.contains(other)) directories << other;
  QList<CampaignEntry> entries;
  for (const QString& directory : directories)
    if (is_campaign(directory)) entries << look_at(directory);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const CampaignEntry& a, const CampaignEntry& b) {
                     if (a.phase.has_value() != b.phase.has_value()) return a.phase.has_value();
                     return a.phase ? a.name < b.name : a.changed_ms > b.changed_ms;
                   });
  emit looked(entries);
}

CampaignEntry CampaignScanWorker::look_at(const QString& directory) {
  Known& known = known_[directory];
  CampaignEntry& entry = known.entry;
  entry.directory = directory;
  entry.name = QFileInfo(directory).fileName();
  entry.phase = phase_of_directory(directory);
  const qint64 now = changed(directory);
  if (now == known.changed_ms) return entry;
  known.changed_ms = now;
  entry.changed_ms = now;
  try {
    const StoreProgress progress = AttemptReader(to_path(directory)).progress();
    entry.done = progress.done;
    entry.total = progress.done + progress.failed + progress.pending;
    entry.complete = progress.pending == 0;
    entry.unreadable = false;
  } catch (const Error&) {
    entry.unreadable = true;  // opening the campaign reports the reason
  }
  return entry;
}

CampaignScan::CampaignScan(const QString& folder, QObject* parent)
    : QObject(parent), folder_(folder), worker_(new CampaignScanWorker) {
  worker_->moveToThread(&thread_);
  connect(worker_, &CampaignScanWorker::looked, this, [this](const QList<CampaignEntry>& entries) {
    looking_ = false;
    emit found(entries);
  });
  timer_.setInterval(kInterval);
  connect(&timer_, &QTimer::timeout, this, &CampaignScan::look_now);
}

CampaignScan::~CampaignScan() {
  thread_.quit();
  thread_.wait();
  delete worker_;
}

void CampaignScan::add(const QString& directory) {
  const QString absolute = QDir::cleanPath(QFileInfo(directory).absoluteFilePath());
  if (others_.contains(absolute)) return;
  others_ << absolute;
  if (thread_.isRunning()) look_now();
}

void CampaignScan::start() {
  thread_.start(QThread::LowPriority);
  timer_.start();
  look_now();
}

void CampaignScan::look_now() {
  if (looking_ || !thread_.isRunning()) return;
  looking_ = true;
  QMetaObject::invokeMethod(worker_, [worker = worker_, folder = folder_, others = others_] {
    worker->look(folder, others);
  });
}

}  // namespace seawind::gui
