// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaign_queue.h"

#include "common/error.h"
#include "controller/campaign/files.h"
#include "gui/plot/plot_view.h"
#include "gui/write_all.h"

namespace seawind::gui {
namespace {

constexpr int kVersion = 1;
const char* const kStates[] = {"waiting", "running", "failed"};

QJsonObject item_to_json(const QueueItem& item) {
  return {{"test_set", item.request.test_set},
          {"directory", item.request.directory},
          {"repetitions", item.request.repetitions},
          {"lab", item.request.lab},
          {"parallel", item.request.parallel},
          {"allow_changes", item.request.allow_changes},
          {"state", kStates[static_cast<int>(item.state)]},
          {"message", item.message}};
}

QueueItem item_from_json(const QJsonObject& from) {
  QueueItem item;
  item.request.test_set = from["test_set"].toString();
  item.request.directory = from["directory"].toString();
  item.request.repetitions = from["repetitions"].toInt();
  item.request.lab = from["lab"].toString();
  item.request.parallel = from["parallel"].toString();
  item.request.allow_changes = from["allow_changes"].toBool();
  item.message = from["message"].toString();
  for (int i = 0; i < 3; ++i)
    if (from["state"].toString() == kStates[i]) item.state = static_cast<QueueItem::State>(i);
  return item;
}

QString state_words(const QueueItem& item) {
  switch (item.state) {
    case QueueItem::State::kWaiting:
      return CampaignQueue::tr("waiting");
    case QueueItem::State::kRunning:
      return CampaignQueue::tr("running");
    case QueueItem::State::kFailed:
      break;
  }
  return CampaignQueue::tr("failed");
}

}  // namespace

CampaignQueue::CampaignQueue(const QString& file, QObject* parent)
    : RowTable(
          {{tr("Queue"),
            [](const QueueItem& item) { return QFileInfo(item.request.directory).fileName(); }},
           {tr("State"), state_words}},
          parent),
      file_(file) {
  QDir().mkpath(QFileInfo(file_).path());
  try {
    lock_ = lock_file(to_path(file_ + ".lock"));
  } catch (const Error& problem) {
    error_ = tr("The queue of campaigns cannot be kept: %1. Check the folder's rights.")
                 .arg(QString::fromUtf8(problem.what()));
  }
  load();
}

void CampaignQueue::load() {
  QFile in(file_);
  if (!in.exists()) return;
  if (!in.open(QIODevice::ReadOnly))
    return keep_file(tr("The queue %1 cannot be read: %2.").arg(file_, in.errorString()));
  const QJsonDocument document = QJsonDocument::fromJson(in.readAll());
  if (document["version"].toInt() != kVersion) {
    const QString aside = file_ + ".damaged";
    if (!is_mine()) return;
    QFile::remove(aside);
    if (!QFile::rename(file_, aside))
      return keep_file(
          tr("The queue %1 cannot be understood, nor renamed to %2.").arg(file_, aside));
    error_ = tr("The queue %1 cannot be understood; it is kept as %2, and the queue is empty now.")
                 .arg(file_, aside);
    return;
  }
  held_ = document["held"].toBool();
  for (const auto& item : document["items"].toArray())
    rows_.append(item_from_json(item.toObject()));
}

void CampaignQueue::keep_file(const QString& why) {
  file_is_kept_ = true;
  error_ = why + ' ' +
           tr("It stays as it is; the queue of this window is lost when the window is closed.");
}

void CampaignQueue::save() {
  if (is_mine() && !file_is_kept_) {
    QJsonArray items;
    for (const QueueItem& item : rows_) items.append(item_to_json(item));
    const QJsonObject all{{"version", kVersion}, {"held", held_}, {"items", items}};
    QSaveFile out(file_);
    if (write_all(out, QJsonDocument(all).toJson()))
      error_.clear();
    else
      error_ = tr("The queue cannot be written to %1: %2. It is lost when the window is closed.")
                   .arg(file_, out.errorString());
  }
  emit changed();
}

void CampaignQueue::set_held(bool held) {
  if (held == held_ || !is_mine()) return;
  held_ = held;
  save();
}

void CampaignQueue::add(const RunRequest& request) {
  if (!is_mine()) return;
  append_rows({QueueItem{request, QueueItem::State::kWaiting, {}}});
  save();
}

bool CampaignQueue::remove(int row) {
  if (!is_mine() || row < 0 || row >= rows_.size() ||
      rows_[row].state == QueueItem::State::kRunning)
    return false;
  remove_ended(row);
  return true;
}

void CampaignQueue::remove_ended(int row) {
  remove_row(row);
  save();
}

bool CampaignQueue::can_move(int row, int by) const {
  const int to = row + by;
  if (!is_mine() || by == 0 || row < 0 || row >= rows_.size() || to < 0 || to >= rows_.size())
    return false;
  return rows_[row].state != QueueItem::State::kRunning && to > running_row();
}

bool CampaignQueue::move(int row, int by) {
  if (!can_move(row, by)) return false;
  move_row(row, row + by);
  save();
  return true;
}

void CampaignQueue::set_state(int row, QueueItem::State state, const QString& message) {
  if (!is_mine()) return;
  rows_[row].state = state;
  rows_[row].message = message;
  row_changed(row);
  if (state == QueueItem::State::kRunning && row > 0)
    move_row(row, 0);  // the running campaign is always the first
  save();
}

int CampaignQueue::running_row() const {
  return find_row(&QueueItem::state, QueueItem::State::kRunning);
}

int CampaignQueue::next_row() const {
  return find_row(&QueueItem::state, QueueItem::State::kWaiting);
}

QVariant CampaignQueue::cell(const QueueItem& item, int column, int role) const {
  if (role == Qt::ToolTipRole) {
    QString text = item.request.is_resume()
                       ? tr("Resumes %1").arg(item.request.directory)
                       : tr("%1 into %2").arg(item.request.test_set, item.request.directory);
    if (!item.message.isEmpty()) text += "\n\n" + item.message;
    return text;
  }
  if (role == Qt::ForegroundRole && item.state == QueueItem::State::kFailed && column == kState)
    return PlotView::colour(4);
  return {};
}

}  // namespace seawind::gui
