// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/axis_files.h"

#include <algorithm>

#include "common/config/tree.h"
#include "common/config_reader.h"
#include "gui/testset/matrix.h"

namespace seawind::gui {

QStringList search_roots(const QString& test_set_file, const Places& places) {
  QStringList roots;
  if (test_set_file.isEmpty())
    roots.append(places.own);
  else
    roots.append(to_text(root_of(to_path(QFileInfo(test_set_file).absoluteFilePath()))));
  if (!roots.contains(places.configs)) roots.append(places.configs);
  return roots;
}

QList<AxisFile> axis_files(Kind kind, const QString& test_set_file, const Places& places) {
  QList<AxisFile> files;
  QSet<QString> seen;
  for (const QString& root : search_roots(test_set_file, places)) {
    const QDir folder(root + '/' + folder_of(kind));
    for (const QFileInfo& file : folder.entryInfoList({"*.yaml"}, QDir::Files)) {
      const QString name = file.completeBaseName();
      if (seen.contains(name)) continue;
      seen.insert(name);
      files.append({name, file.absoluteFilePath(), places.is_shipped(file.absoluteFilePath())});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const AxisFile& a, const AxisFile& b) { return a.name < b.name; });
  return files;
}

QString resolve_reference(const QString& reference, Kind kind, const QString& test_set_file,
                          const Places& places) {
  SearchPath search;
  for (const QString& root : search_roots(test_set_file, places))
    search.roots.push_back(to_path(root));
  const QString from = places.path_of(Kind::kTestSet, test_set_file);
  return to_text(find_reference(search, folder_of(kind).toStdString(), reference.toStdString(),
                                to_path(from)));
}

QString reference_to(const QString& path, Kind kind, const QString& test_set_file,
                     const Places& places) {
  const QString clean = QDir::cleanPath(path);
  const QString name = QFileInfo(clean).completeBaseName();
  if (resolve_reference(name, kind, test_set_file, places) == clean) return name;
  if (test_set_file.isEmpty()) return clean;
  const QString relative = QFileInfo(test_set_file).absoluteDir().relativeFilePath(clean);
  return relative.contains('/') ? relative : "./" + relative;
}

QString description_of(const QString& path) {
  if (!QFileInfo(path).isFile()) return {};  // a link to a FIFO would block
  Diagnostics ignored;
  const auto tree = config::read_tree(to_path(path), ignored);
  if (!tree) return {};
  const auto* entry = config::find_entry(*tree, "description");
  return entry == nullptr ? QString() : QString::fromStdString(entry->value.text);
}

}  // namespace seawind::gui
