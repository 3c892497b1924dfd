// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/library_model.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QPalette>
#include <QtConcurrent>

#include "gui/document/checker.h"
#include "gui/document/file_content.h"
#include "gui/form/cell.h"
#include "gui/form/values.h"

namespace seawind::gui {
namespace {

// Internal ids of the indices: 0: a kind; 1 + kind: a group; 100 + 2 * kind + group: a file.
constexpr quintptr kGroupBase = 1;
constexpr quintptr kFileBase = 100;

}  // namespace

struct LibraryModel::Found {
  QString path;
  QDateTime changed;
  QString description;
  QString content;
  int problems = 0;
  QString first_problem;
};

QString name_of(Kind kind) {
  switch (kind) {
    case Kind::kProfile:
      return LibraryModel::tr("Link profiles");
    case Kind::kRouter:
      return LibraryModel::tr("Routers");
    case Kind::kTcp:
      return LibraryModel::tr("TCP variants");
    case Kind::kWorkload:
      return LibraryModel::tr("Workloads");
    case Kind::kTestSet:
      return LibraryModel::tr("Test sets");
  }
  return {};
}

LibraryModel::LibraryModel(Places places, QObject* parent)
    : QAbstractItemModel(parent), places_(std::move(places)) {
  connect(&scan_, &QFutureWatcher<std::vector<Found>>::finished, this, [this] {
    scanning_ = false;
    if (scan_.future().resultCount() > 0) store_results(scan_.result());
    if (rescan_pending_) {
      rescan_pending_ = false;
      start_scan();
    } else {
      emit scanned();
    }
  });
  rescan();
}

LibraryModel::~LibraryModel() {
  if (stop_) *stop_ = true;
  scan_.disconnect(this);
  scan_.waitForFinished();
}

LibraryModel::Files& LibraryModel::files(int kind, int group) {
  return all_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(group)];
}

const LibraryModel::Files& LibraryModel::files(int kind, int group) const {
  return all_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(group)];
}

void LibraryModel::rescan() {
  for (int kind = 0; kind < static_cast<int>(kLibraryKinds.size()); ++kind) {
    for (int group = 0; group < kGroups; ++group) list(kind, group);
  }
  start_scan();
}

// Matches one group with its folder by single insertions and removals, so that views keep their
// selection.
void LibraryModel::list(int kind, int group) {
  const Kind which = kLibraryKinds[static_cast<std::size_t>(kind)];
  const QDir folder(group == 0 ? places_.own_folder(which) : places_.shipped_folder(which));
  QStringList names = folder.entryList({QStringLiteral("*.yaml")}, QDir::Files);
  names.sort();
  auto& known = files(kind, group);
  const QModelIndex above = createIndex(group, 0, kGroupBase + static_cast<quintptr>(kind));
  for (int row = static_cast<int>(known.size()) - 1; row >= 0; --row) {
    const auto& file = known[static_cast<std::size_t>(row)];
    if (names.contains(file.name + ".yaml")) continue;
    beginRemoveRows(above, row, row);
    known.erase(known.begin() + row);
    endRemoveRows();
  }
  for (int row = 0; row < names.size(); ++row) {
    const QString name = names[row].chopped(5);
    if (row < static_cast<int>(known.size()) && known[static_cast<std::size_t>(row)].name == name) {
      continue;
    }
    beginInsertRows(above, row, row);
    known.insert(known.begin() + row,
                 File{folder.absoluteFilePath(names[row]), name, {}, {}, {}, -1, {}, false});
    endInsertRows();
  }
}

void LibraryModel::start_scan() {
  if (scanning_) {
    rescan_pending_ = true;
    return;
  }
  scanning_ = true;
  std::vector<std::pair<Kind, QString>> wanted;
  for (int kind = 0; kind < static_cast<int>(kLibraryKinds.size()); ++kind) {
    for (int group = 0; group < kGroups; ++group) {
      for (const auto& file : files(kind, group)) {
        // An own file can extend another one, so that a change of one can change the problems of
        // all.
        if (group == 0 || file.changed != QFileInfo(file.path).lastModified()) {
          wanted.emplace_back(kLibraryKinds[static_cast<std::size_t>(kind)], file.path);
        }
      }
    }
  }
  stop_ = std::make_shared<std::atomic<bool>>(false);
  scan_.setFuture(QtConcurrent::run([wanted, places = places_, stop = stop_] {
    std::vector<Found> all;
    for (const auto& [kind, path] : wanted) {
      if (*stop) break;
      Found found{path, QFileInfo(path).lastModified(), {}, {}, 0, {}};
      const QString text = text_of_file(path);
      YamlDocument document(kind, places);
      document.reset(text, path);
      found.description = document.scalar(QStringLiteral("description")).value_or(QString());
      for (const char* part : {"root", "flows", "congestion_control"})
        if (const auto* node = document.find(part)) found.content += ' ' + flow_text(*node);
      const auto problems = check_text(kind, text, path, places);
      found.problems = static_cast<int>(problems.size());
      if (!problems.empty()) found.first_problem = problems.front().message;
      all.push_back(std::move(found));
    }
    return all;
  }));
}

void LibraryModel::store_results(const std::vector<Found>& found) {
  for (const auto& one : found) {
    const QModelIndex at = index_of(one.path);
    if (!at.isValid()) continue;
    const auto place = at.internalId() - kFileBase;
    auto& file = files(static_cast<int>(place / kGroups),
                       static_cast<int>(place % kGroups))[static_cast<std::size_t>(at.row())];
    const bool same = file.changed == one.changed && file.description == one.description &&
                      file.content == one.content && file.problems == one.problems &&
                      file.first_problem == one.first_problem;
    if (same) continue;
    file.changed = one.changed;
    file.description = one.description;
    file.content = one.content;
    file.problems = one.problems;
    file.first_problem = one.first_problem;
    emit dataChanged(at, at.siblingAtColumn(kDescription));
  }
}

void LibraryModel::set_modified(const QString& file, bool modified) {
  const QModelIndex at = index_of(file);
  if (!at.isValid()) return;
  const auto place = at.internalId() - kFileBase;
  auto& known = files(static_cast<int>(place / kGroups),
                      static_cast<int>(place % kGroups))[static_cast<std::size_t>(at.row())];
  if (known.modified == modified) return;
  known.modified = modified;
  emit dataChanged(at, at.siblingAtColumn(kDescription));
}

int LibraryModel::problems_of(const QString& file) const {
  const auto* found = file_at(index_of(file));
  return found == nullptr ? -1 : found->problems;
}

QModelIndex LibraryModel::index_of(const QString& file) const {
  for (int kind = 0; kind < static_cast<int>(kLibraryKinds.size()); ++kind) {
    for (int group = 0; group < kGroups; ++group) {
      const auto& known = files(kind, group);
      for (std::size_t row = 0; row < known.size(); ++row) {
        if (known[row].path != file) continue;
        return createIndex(static_cast<int>(row), 0,
                           kFileBase + static_cast<quintptr>(kind * kGroups + group));
      }
    }
  }
  return {};
}

Kind LibraryModel::kind_of(const QModelIndex& index) const {
  if (!index.isValid()) return Kind::kProfile;
  const auto id = index.internalId();
  std::size_t kind = static_cast<std::size_t>(index.row());
  if (id >= kFileBase) {
    kind = (id - kFileBase) / kGroups;
  } else if (id >= kGroupBase) {
    kind = id - kGroupBase;
  }
  return kLibraryKinds[kind];
}

const LibraryModel::File* LibraryModel::file_at(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() < kFileBase) return nullptr;
  const auto place = index.internalId() - kFileBase;
  return &files(static_cast<int>(place / kGroups),
                static_cast<int>(place % kGroups))[static_cast<std::size_t>(index.row())];
}

QModelIndex LibraryModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, quintptr{0});
  if (parent.internalId() == 0) {
    return createIndex(row, column, kGroupBase + static_cast<quintptr>(parent.row()));
  }
  const auto kind = parent.internalId() - kGroupBase;
  return createIndex(row, column, kFileBase + kind * kGroups + static_cast<quintptr>(parent.row()));
}

QModelIndex LibraryModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  if (index.internalId() < kFileBase) {
    return createIndex(static_cast<int>(index.internalId() - kGroupBase), 0, quintptr{0});
  }
  const auto place = index.internalId() - kFileBase;
  return createIndex(static_cast<int>(place % kGroups), 0, kGroupBase + place / kGroups);
}

int LibraryModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(kLibraryKinds.size());
  if (parent.column() > 0 || parent.internalId() >= kFileBase) return 0;
  if (parent.internalId() == 0) return kGroups;
  return static_cast<int>(
      files(static_cast<int>(parent.internalId() - kGroupBase), parent.row()).size());
}

int LibraryModel::columnCount(const QModelIndex& /*parent*/) const {
  return kColumns;
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto* file = file_at(index);
  if (file == nullptr) {
    if (role != Qt::DisplayRole || index.column() != kName) return {};
    if (index.internalId() == 0) return name_of(kind_of(index));
    return index.row() == 0 ? tr("Own") : tr("Shipped with Seawind");
  }
  if (role == kFileRole) return file->path;
  if (role == kSearchRole)
    return QString(name_of(kind_of(index)) + '\n' + file->name + '\n' + file->description + '\n' +
                   file->content);
  if (role == Qt::ToolTipRole) {
    QStringList lines{file->path};
    if (!file->description.isEmpty()) lines << file->description;
    if (file->problems > 0) lines << file->first_problem;
    return lines.join('\n');
  }
  if (role == Qt::ForegroundRole && index.column() == kState && file->problems > 0) {
    return problem_colour(QApplication::palette());
  }
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  switch (index.column()) {
    case kName:
      return file->name;
    case kState: {
      QStringList marks;
      if (file->modified) marks << tr("unsaved");
      if (file->problems > 0) marks << tr("%n problem(s)", nullptr, file->problems);
      return marks.join(QStringLiteral(", "));
    }
    case kDescription:
      return file->description;
    default:
      return {};
  }
}

QVariant LibraryModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kName:
      return tr("Name");
    case kState:
      return tr("State");
    case kDescription:
      return tr("Description");
    default:
      return {};
  }
}

}  // namespace seawind::gui
