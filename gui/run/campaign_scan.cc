// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaign_scan.h"

#include <algorithm>

#include "controller/campaign/control.h"
#include "controller/campaign/live.h"
#include "controller/store/attempts.h"
#include "controller/store/layout.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

std::optional<RunState> phase_of_directory(const QString& directory) {
  const std::filesystem::path path = to_path(directory);
  if (!is_running(path)) return {};
  const auto live = read_live(path);
  return live ? live->state : RunState::kRunning;
}

const char* const kOthersKey = "campaigns/others";

/// A campaign whose store is lost is listed with the problem.
bool looks_like_campaign(const QString& directory) {
  return is_campaign(directory) || QFileInfo::exists(directory + '/' + kResolvedFile) ||
         QFileInfo::exists(directory + "/attempts");
}

/// The time of the last change of the store, in ms since 1970.
qint64 changed(const QString& directory) {
  qint64 newest = -1;
  for (const QFileInfo& file : store_files(directory))
    newest = std::max(newest, file.lastModified().toMSecsSinceEpoch());
  return newest;
}

}  // namespace

QList<CampaignEntry> CampaignScan::scan(const QStringList& others) {
  QStringList directories;
  for (const QFileInfo& entry : QDir(folder_).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
    directories << entry.absoluteFilePath();
  for (const QString& other : others)
    if (!directories.contains(other)) directories << other;
  QList<CampaignEntry> entries;
  for (const QString& directory : directories)
    if (looks_like_campaign(directory)) entries << look_at(directory);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const CampaignEntry& a, const CampaignEntry& b) {
                     if (a.phase.has_value() != b.phase.has_value()) return a.phase.has_value();
                     return a.phase ? a.name < b.name : a.changed_ms > b.changed_ms;
                   });
  return entries;
}

CampaignEntry CampaignScan::look_at(const QString& directory) {
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
    AttemptReader reader(to_path(directory));
    const StoreProgress progress = reader.progress();
    entry.done = progress.done;
    entry.failed = progress.failed;
    entry.total = progress.done + progress.failed + progress.pending;
    entry.recording = is_recording(reader.campaign());
    entry.problem.clear();
  } catch (const Error& error) {
    entry.problem = QString::fromUtf8(error.what());
  }
  return entry;
}

std::shared_ptr<CampaignScan> CampaignScan::of(const QString& folder) {
  static QHash<QString, std::weak_ptr<CampaignScan>> all;
  auto scan = all.value(folder).lock();
  if (!scan) all[folder] = scan = std::make_shared<CampaignScan>(folder);
  return scan;
}

CampaignScan::CampaignScan(const QString& folder)
    : folder_(folder), others_(QSettings().value(kOthersKey).toStringList()) {
  connect(&timer_, &QTimer::timeout, this, &CampaignScan::scan_now);
  timer_.start(kInterval);
  poll();
}

void CampaignScan::add(const QString& directory) {
  const QString absolute = QDir::cleanPath(QFileInfo(directory).absoluteFilePath());
  if (QFileInfo(absolute).path() != folder_ && !others_.contains(absolute)) {
    others_.prepend(absolute);
    // Stored at once, because the window may be killed while the campaign continues.
    QSettings().setValue(kOthersKey, QStringList(others_.mid(0, kMaxOthers)));
  }
  poll();
}

void CampaignScan::poll() {
  task_.start([this, others = others_](const Task::Report&) {
    const auto entries = scan(others);
    return [this, entries] {
      entries_ = entries;
      emit found(entries_);
    };
  });
}

}  // namespace seawind::gui
