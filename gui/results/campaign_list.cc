// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/campaign_list.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QStyle>
#include <algorithm>

#include "common/error.h"
#include "controller/store/layout.h"
#include "controller/store/query.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

constexpr int kMaxRecent = 12;

bool looks_like_campaign(const QString& directory) {
  return QFileInfo::exists(directory + '/' + kStoreFile) ||
         QFileInfo::exists(directory + '/' + kResolvedFile) ||
         QFileInfo::exists(directory + "/attempts");
}

}  // namespace

ListedCampaign describe_campaign(const QString& directory) {
  ListedCampaign out{directory, QFileInfo(directory).fileName(), {}, {}, 0};
  try {
    const CampaignResults results = load_overview(to_path(directory));
    int all = 0;
    int valid = 0;
    int pending = 0;
    int failed = 0;
    for (const auto& c : results.cases) {
      all += c.repetitions;
      valid += c.valid;
      pending += c.pending;
      failed += c.failed;
    }
    out.state = CampaignListModel::tr("%1 of %2 valid").arg(valid).arg(all);
    if (failed > 0) out.state += CampaignListModel::tr(", %1 failed").arg(failed);
    if (pending > 0)
      out.state += is_recording(results) ? CampaignListModel::tr(", without a result")
                                         : CampaignListModel::tr(", %1 to run").arg(pending);
    out.created = results.created_unix_ns / 1'000'000'000;
  } catch (const std::exception& e) {
    out.problem = QString::fromUtf8(e.what());
    out.state = CampaignListModel::tr("damaged");
    out.created = QFileInfo(directory).lastModified().toSecsSinceEpoch();
  }
  return out;
}

CampaignListModel::CampaignListModel(QString folder, QObject* parent)
    : QAbstractListModel(parent), folder_(std::move(folder)) {}

int CampaignListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

QVariant CampaignListModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  const ListedCampaign& e = entries_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return e.name + '\n' + e.state;
    case Qt::AccessibleTextRole:
      return e.name + ", " + e.state;
    case Qt::ToolTipRole:
      return e.problem.isEmpty()
                 ? tr("%1\nmade %2")
                       .arg(e.directory,
                            QDateTime::fromSecsSinceEpoch(e.created).toString("yyyy-MM-dd HH:mm"))
                 : e.directory + '\n' + e.problem;
    case Qt::DecorationRole:
      return e.problem.isEmpty()
                 ? QVariant()
                 : QVariant(QApplication::style()->standardIcon(QStyle::SP_MessageBoxWarning));
    case kDirectoryRole:
      return e.directory;
    case kProblemRole:
      return e.problem;
    default:
      return {};
  }
}

void CampaignListModel::set_recent(const QStringList& directories) {
  recent_ = directories.mid(0, kMaxRecent);
  refresh();
}

void CampaignListModel::add_recent(const QString& directory) {
  recent_.removeAll(directory);
  recent_.prepend(directory);
  recent_ = recent_.mid(0, kMaxRecent);
  if (row_of(directory) < 0) refresh();
}

int CampaignListModel::row_of(const QString& directory) const {
  const auto at = std::find_if(entries_.begin(), entries_.end(),
                               [&](const ListedCampaign& e) { return e.directory == directory; });
  return at == entries_.end() ? -1 : static_cast<int>(at - entries_.begin());
}

void CampaignListModel::refresh() {
  task_.start([this, folder = folder_, recent = recent_](const Task::Report& report) {
    QStringList all;
    for (const QString& name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      const QString directory = QDir(folder).filePath(name);
      if (looks_like_campaign(directory)) all << directory;
    }
    for (const QString& directory : recent)
      if (!all.contains(directory) && QFileInfo::exists(directory)) all << directory;
    std::vector<ListedCampaign> entries;
    for (const QString& directory : all) {
      report(entries.size(), static_cast<std::uint64_t>(all.size()));
      entries.push_back(describe_campaign(directory));
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.created > b.created; });
    return [this, entries] { show(entries); };
  });
}

void CampaignListModel::show(std::vector<ListedCampaign> entries) {
  const bool same_rows =
      std::equal(entries.begin(), entries.end(), entries_.begin(), entries_.end(),
                 [](const auto& a, const auto& b) { return a.directory == b.directory; });
  if (same_rows) {  // keeps the selection
    entries_ = std::move(entries);
    if (!entries_.empty()) emit dataChanged(index(0), index(rowCount() - 1));
  } else {
    beginResetModel();
    entries_ = std::move(entries);
    endResetModel();
  }
  emit refreshed();
}

}  // namespace seawind::gui
