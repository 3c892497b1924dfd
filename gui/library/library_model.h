// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the library as a tree: kind, group (own or shipped), file. The tree has the names at
// once; a worker thread reads the files for descriptions and problems.
#pragma once

#include <QAbstractItemModel>
#include <QDateTime>
#include <QFutureWatcher>
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "gui/places.h"

namespace seawind::gui {

/// The kinds of the library, in the order of display.
inline constexpr std::array kLibraryKinds{Kind::kProfile, Kind::kRouter, Kind::kTcp,
                                          Kind::kWorkload};
QString name_of(Kind kind);  // translated plural: "Link profiles"

class LibraryModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kDescription, kColumns };
  static constexpr int kFileRole = Qt::UserRole + 1;  // absolute path; empty for kinds and groups
  /// Name and description, for the filter.
  static constexpr int kSearchRole = Qt::UserRole + 2;

  LibraryModel(Places places, QObject* parent);
  ~LibraryModel() override;

  /// Updates the tree from the folders and starts a scan: own files and changed shipped files are
  /// read again in the worker thread. scanned() is emitted at the end.
  void rescan();
  /// The scan runs; descriptions and problems can be out of date.
  bool is_scanning() const { return scanning_; }
  /// The index of a file, invalid if the tree does not have it.
  QModelIndex index_of(const QString& file) const;
  /// The kind that an index of any level belongs to.
  Kind kind_of(const QModelIndex& index) const;
  /// Marks the file as open with unsaved edits.
  void set_modified(const QString& file, bool modified);
  int problems_of(const QString& file) const;  // -1: not read yet

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  /// The scan has ended and its results are in the tree.
  void scanned();

 private:
  struct File {
    QString path;
    QString name;
    QDateTime changed;  // modification time when the file was read
    QString description;
    QString content;  // disciplines, generators, ...; for the filter
    int problems = -1;
    QString first_problem;
    bool modified = false;
  };
  struct Found;
  using Files = std::vector<File>;
  static constexpr int kGroups = 2;  // own and shipped

  Files& files(int kind, int group);
  const Files& files(int kind, int group) const;
  void list(int kind, int group);
  void start_scan();
  void store_results(const std::vector<Found>& found);
  const File* file_at(const QModelIndex& index) const;

  Places places_;
  std::array<std::array<Files, kGroups>, kLibraryKinds.size()> all_;
  QFutureWatcher<std::vector<Found>> scan_;
  std::shared_ptr<std::atomic<bool>> stop_;
  bool scanning_ = false;  // until store_results() has stored the results; scan_ finishes earlier
  bool rescan_pending_ = false;
};

}  // namespace seawind::gui
