// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the library as a tree: kind, group (own or shipped), file. The tree has the names at
// once; a worker thread reads the files for descriptions and problems.
#pragma once

#include <QtWidgets>
#include <array>
#include <utility>
#include <vector>

#include "gui/places.h"
#include "gui/task.h"

namespace seawind::gui {

/// The kinds of the library, in the order of display.
inline constexpr std::array kLibraryKinds{Kind::kProfile, Kind::kRouter, Kind::kTcp,
                                          Kind::kWorkload};
QString name_of(Kind kind);  // translated plural: "Link profiles"

class LibraryModel : public QStandardItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kState, kDescription };
  static constexpr int kFileRole = Qt::UserRole + 1;  // absolute path; empty for kinds and groups
  /// Name and description, for the filter.
  static constexpr int kSearchRole = Qt::UserRole + 2;

  LibraryModel(Places places, QObject* parent);

  /// Updates the tree from the folders and starts a scan: own files and changed shipped files are
  /// read again in the worker thread. scanned() is emitted at the end.
  void rescan();
  /// The scan runs; descriptions and problems can be out of date.
  bool is_scanning() const { return scan_.is_running(); }

  /// The index of a file, invalid if the tree does not have it.
  QModelIndex index_of(const QString& file) const;
  /// The kind that an index of any level belongs to.
  Kind kind_of(const QModelIndex& index) const;
  /// Marks the file as open with unsaved edits.
  void set_modified(const QString& file, bool modified);
  int problems_of(const QString& file) const { return files_.value(file).read.problems; }

  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  /// The scan has ended and its results are in the tree.
  void scanned();

 private:
  /// What the worker thread has read.
  struct Read {
    QDateTime changed;  // modification time when the file was read
    QString description;
    QString content;    // disciplines, generators, ...; for the filter
    int problems = -1;  // -1: not read yet
    QString first_problem;
  };
  struct File {
    QStandardItem* name = nullptr;
    Kind kind = Kind::kProfile;
    bool own = true;
    bool modified = false;
    Read read = {};
  };
  using Found = std::vector<std::pair<QString, Read>>;

  void list(Kind kind, bool own, QStandardItem& group);
  void start_scan();
  void show_file(const File& file);

  const Places places_;
  QHash<QString, File> files_;  // by path
  Task scan_{Task::Threads::kOne};
};

}  // namespace seawind::gui
