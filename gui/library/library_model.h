// SPDX-License-Identifier: GPL-3.0-or-later
// All files of the library as a tree: kind, own or shipped, file. Names are there at once;
// descriptions and problems come from a thread that reads the files.
#pragma once

#include <QAbstractItemModel>
#include <QDateTime>
#include <QFutureWatcher>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "gui/places.h"

namespace seawind::gui {

/// The kinds of the library, in the order shown.
inline constexpr std::array kLibraryKinds{Kind::kProfile, Kind::kRouter, Kind::kTcp,
                                          Kind::kWorkload};
QString name_of(Kind kind);  // "Link profiles"

/// By the folder, by the schema its first line names, or by the keys it has; nothing: none of them.
std::optional<Kind> kind_of_file(const QString& file, const QString& text, const Places& places);

class LibraryModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kDescription, kColumns };
  static constexpr int kFileRole = Qt::UserRole + 1;  // empty for kinds and groups
  static constexpr int kSearchRole = Qt::UserRole + 2;

  LibraryModel(Places places, QObject* parent);
  ~LibraryModel() override;

  /// Reads the folders again; what is new or has changed is looked at in the thread.
  void rescan();
  /// What was found so far may not be shown yet.
  bool is_scanning() const { return scanning_; }
  QModelIndex index_of(const QString& file) const;
  Kind kind_of(const QModelIndex& index) const;
  /// The file is open and has edits that are not saved.
  void set_modified(const QString& file, bool modified);
  int problems_of(const QString& file) const;  // -1: not known yet

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void scanned();

 private:
  struct File {
    QString path;
    QString name;
    QDateTime changed;  // when it was looked at
    QString description;
    int problems = -1;
    QString first_problem;
    bool modified = false;
  };
  struct Found;
  using Files = std::vector<File>;
  static constexpr int kGroups = 2;  // own, shipped

  Files& files(int kind, int group);
  const Files& files(int kind, int group) const;
  void list(int kind, int group);
  void look();
  void take(const std::vector<Found>& found);
  const File* file_at(const QModelIndex& index) const;

  Places places_;
  std::array<std::array<Files, kGroups>, kLibraryKinds.size()> all_;
  QFutureWatcher<std::vector<Found>> scan_;
  std::shared_ptr<std::atomic<bool>> stop_;
  bool scanning_ = false;  // until what was found is taken: the future is finished before
  bool again_ = false;
};

}  // namespace seawind::gui
