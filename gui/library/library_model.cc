// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/library_model.h"

#include "gui/document/checker.h"
#include "gui/document/file_content.h"
#include "gui/form/values.h"
#include "gui/note.h"

namespace seawind::gui {
namespace {

QStandardItem* new_item(const QString& text = {}) {
  auto* item = new QStandardItem(text);
  item->setEditable(false);
  return item;
}

}  // namespace

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
    : QStandardItemModel(parent), places_(std::move(places)) {
  setHorizontalHeaderLabels({tr("Name"), tr("State"), tr("Description")});
  for (const Kind kind : kLibraryKinds) {
    QStandardItem* top = new_item(name_of(kind));
    top->appendRow(new_item(tr("Own")));
    top->appendRow(new_item(tr("Shipped with Seawind")));
    appendRow(top);
  }
  connect(&scan_, &Task::ended, this, &LibraryModel::scanned);
  rescan();
}

void LibraryModel::rescan() {
  for (int row = 0; row < rowCount(); ++row)
    for (const bool own : {true, false})
      list(kLibraryKinds[static_cast<std::size_t>(row)], own, *item(row)->child(own ? 0 : 1));
  start_scan();
}

// Matches one group with its folder by single insertions and removals, so that views keep their
// selection.
void LibraryModel::list(Kind kind, bool own, QStandardItem& group) {
  const QDir folder(own ? places_.own_folder(kind) : places_.shipped_folder(kind));
  QStringList names = folder.entryList({QStringLiteral("*.yaml")}, QDir::Files);
  names.sort();
  for (int row = group.rowCount() - 1; row >= 0; --row) {
    if (names.contains(group.child(row)->text() + ".yaml")) continue;
    files_.remove(group.child(row)->data(kFileRole).toString());
    group.removeRow(row);
  }
  for (int row = 0; row < names.size(); ++row) {
    const QString name = names[row].chopped(5);
    if (row < group.rowCount() && group.child(row)->text() == name) continue;
    const QString path = folder.absoluteFilePath(names[row]);
    const QList<QStandardItem*> items{new_item(name), new_item(), new_item()};
    for (QStandardItem* one : items) one->setData(path, kFileRole);
    const File& file = *files_.insert(path, File{items[0], kind, own});
    group.insertRow(row, items);
    show_file(file);
  }
}

void LibraryModel::start_scan() {
  std::vector<std::pair<Kind, QString>> wanted;
  // An own file can extend another one, so that a change of one can change the problems of all.
  for (auto file = files_.begin(); file != files_.end(); ++file)
    if (file->own || file->read.changed != QFileInfo(file.key()).lastModified())
      wanted.emplace_back(file->kind, file.key());
  scan_.start([this, wanted, places = places_](const Task::Report& report) {
    Found found;
    for (const auto& [kind, path] : wanted) {
      report(0, 1);  // throws when a newer scan has started
      Read one;
      one.changed = QFileInfo(path).lastModified();
      const QString text = text_of_file(path);
      YamlDocument document(kind, places);
      document.reset(text, path);
      one.description = document.scalar(QStringLiteral("description")).value_or(QString());
      for (const char* part : {"root", "flows", "congestion_control"})
        if (const auto* node = document.find(part)) one.content += ' ' + inline_yaml(*node);
      const auto problems = check_text(kind, text, path, places);
      one.problems = static_cast<int>(problems.size());
      if (!problems.empty()) one.first_problem = problems.front().message;
      found.emplace_back(path, std::move(one));
    }
    return [this, found] {
      for (const auto& [path, read] : found)
        if (const auto file = files_.find(path); file != files_.end()) {
          file->read = read;
          show_file(*file);
        }
    };
  });
}

/// An item that does not change emits no signal.
void LibraryModel::show_file(const File& file) {
  const Read& read = file.read;
  const QString path = file.name->data(kFileRole).toString();
  QStandardItem* row[] = {file.name, file.name->parent()->child(file.name->row(), kState),
                          file.name->parent()->child(file.name->row(), kDescription)};
  QStringList tip{path};
  if (!read.description.isEmpty()) tip << read.description;
  if (read.problems > 0) tip << read.first_problem;
  for (QStandardItem* one : row) one->setToolTip(tip.join('\n'));
  QStringList marks;
  if (file.modified) marks << tr("unsaved");
  if (read.problems > 0) marks << tr("%n problem(s)", nullptr, read.problems);
  row[kState]->setText(marks.join(QStringLiteral(", ")));
  row[kDescription]->setText(read.description);
  file.name->setData(
      QStringList{name_of(file.kind), file.name->text(), read.description, read.content}.join('\n'),
      kSearchRole);
}

void LibraryModel::set_modified(const QString& path, bool modified) {
  const auto file = files_.find(path);
  if (file == files_.end()) return;
  file->modified = modified;
  show_file(*file);
}

QModelIndex LibraryModel::index_of(const QString& file) const {
  const QStandardItem* name = files_.value(file).name;
  return name == nullptr ? QModelIndex() : name->index();
}

Kind LibraryModel::kind_of(const QModelIndex& index) const {
  QModelIndex top = index;
  while (top.parent().isValid()) top = top.parent();
  return kLibraryKinds[static_cast<std::size_t>(std::max(0, top.row()))];
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::ForegroundRole && index.column() == kState &&
      problems_of(index.data(kFileRole).toString()) > 0)
    return problem_colour(QApplication::palette());
  return QStandardItemModel::data(index, role);
}

}  // namespace seawind::gui
