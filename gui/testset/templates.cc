// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/templates.h"

#include <algorithm>

#include "controller/testset/find_test_sets.h"
#include "gui/document/file_content.h"
#include "gui/testset/axis_files.h"

namespace seawind::gui {

QList<Template> test_set_templates(const Places& places) {
  QList<Template> all;
  const QDir folder(places.shipped_folder(Kind::kTestSet));
  QDirIterator files(folder.path(), {"*.yaml"}, QDir::Files, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    const QString path = files.next();
    if (!is_test_set(to_path(path)).value_or(false)) continue;
    all.append({folder.relativeFilePath(path).chopped(5), description_of(path), path});
  }
  std::sort(all.begin(), all.end(), [](const Template& a, const Template& b) {
    const auto depth = [](const Template& t) { return t.name.count('/'); };
    if (depth(a) != depth(b)) return depth(a) < depth(b);
    return a.name < b.name;
  });
  return all;
}

QString template_text(const Template& from) {
  QString text = text_of_file(from.path);
  if (text.startsWith("# yaml-language-server:")) text.remove(0, text.indexOf('\n') + 1);
  return text;
}

QString empty_test_set() {
  return QStringLiteral("seed: 1\nrepetitions: 1\nparallel: auto\n");
}

}  // namespace seawind::gui
