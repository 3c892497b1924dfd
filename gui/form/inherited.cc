// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/inherited.h"

#include <QFileInfo>

#include "common/config_reader.h"
#include "gui/document/tree_edits.h"

namespace seawind::gui {

Inherited::Inherited(const YamlDocument& document, Places places)
    : document_(document), places_(std::move(places)) {
  refresh();
}

QString Inherited::locate(const QString& reference, const QString& from) const {
  SearchPath search;
  if (!from.isEmpty()) {
    search.roots.push_back(root_of(to_path(from)));
  }
  search.roots.push_back(to_path(places_.own));
  search.roots.push_back(to_path(places_.configs));
  return to_text(find_reference(search, folder_of(document_.kind()).toStdString(),
                                reference.toStdString(), to_path(from)));
}

bool Inherited::refresh() {
  constexpr std::size_t kLongestChain = 32;
  bool changed = false;
  std::size_t count = 0;
  QString from = document_.file();
  QString reference = document_.scalar(QStringLiteral("extends")).value_or(QString());
  while (!reference.isEmpty() && count < kLongestChain) {
    const QString file = locate(reference, from);
    if (file.isEmpty()) break;
    const QFileInfo info(file);
    const bool known = count < parents_.size() && parents_[count].file == file &&
                       parents_[count].changed == info.lastModified();
    if (!known) {
      Diagnostics ignored;  // reported by the checker
      auto tree = config::read_tree(to_path(file), ignored);
      if (!tree) break;
      parents_.resize(count);
      parents_.push_back(
          {info.completeBaseName(), file, info.lastModified(), std::move(tree.value())});
      changed = true;
    }
    const auto* next = node_at(parents_[count].tree, QStringLiteral("extends"));
    reference = next == nullptr ? QString() : QString::fromStdString(next->text);
    from = file;
    ++count;
  }
  if (parents_.size() != count) changed = true;
  parents_.resize(count);
  return changed;
}

Inherited::Found Inherited::find(const QString& path) const {
  if (path == "name" || path == "description" || path == "extends") return {};
  for (const auto& parent : parents_) {
    const auto* node = node_at(parent.tree, path);
    if (node != nullptr) return {node, parent.name};
  }
  return {};
}

QStringList Inherited::keys(const QString& path) const {
  QStringList all;
  for (const auto& parent : parents_) {
    const auto* node = node_at(parent.tree, path);
    if (node == nullptr) continue;
    for (const auto& entry : node->entries) {
      const QString key = QString::fromStdString(entry.key);
      if (!all.contains(key)) all << key;
    }
  }
  return all;
}

}  // namespace seawind::gui
