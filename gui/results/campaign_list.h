// SPDX-License-Identifier: GPL-3.0-or-later
// The campaigns of the campaigns folder and those opened from other folders. A thread scans them. A
// damaged campaign is listed with its problem.
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <vector>

#include "gui/results/task.h"

namespace seawind::gui {

struct ListedCampaign {
  QString directory;
  QString name;
  QString state;       // "240 of 240 valid", "12 of 240, 228 to run"
  QString problem;     // empty: no problem
  qint64 created = 0;  // seconds since the epoch
  bool operator==(const ListedCampaign&) const = default;
};
/// Describes one campaign directory. Never throws.
ListedCampaign describe_campaign(const QString& directory);

class CampaignListModel : public QAbstractListModel {
  Q_OBJECT

 public:
  static constexpr int kDirectoryRole = Qt::UserRole;
  static constexpr int kProblemRole = Qt::UserRole + 1;

  /// `folder`: every campaign directly in this folder is listed.
  explicit CampaignListModel(QString folder, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

  /// Sets the campaigns outside the folder, newest first. The page stores this list.
  void set_recent(const QStringList& directories);
  const QStringList& recent() const { return recent_; }
  void add_recent(const QString& directory);
  void refresh();
  int row_of(const QString& directory) const;  // Row of the campaign; -1: not listed.

 signals:
  void refreshed();

 private:
  void show(std::vector<ListedCampaign> entries);
  QString folder_;
  QStringList recent_;
  std::vector<ListedCampaign> entries_;
  Task task_;
};

}  // namespace seawind::gui
