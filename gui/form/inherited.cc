// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/inherited.h"

#include "gui/document/extended.h"
#include "gui/document/tree_edits.h"

namespace seawind::gui {
namespace {

void collect_files(const config::Node& node, QHash<QString, QDateTime>& files) {
  const QString file = QString::fromStdString(node.at.file);
  if (!file.isEmpty() && !files.contains(file)) files[file] = QFileInfo(file).lastModified();
  for (const auto& item : node.items) collect_files(item, files);
  for (const auto& entry : node.entries) collect_files(entry.value, files);
}

}  // namespace

Inherited::Inherited(const YamlDocument& document, Places places)
    : document_(document), places_(std::move(places)) {
  refresh();
}

bool Inherited::is_current(const QString& reference, const QString& path) const {
  if (reference != reference_ || path != path_) return false;
  if (!tree_) return reference.isEmpty();
  for (auto file = files_.begin(); file != files_.end(); ++file)
    if (QFileInfo(file.key()).lastModified() != file.value()) return false;
  return true;
}

void Inherited::refresh(bool anyway) {
  const QString reference = document_.scalar("extends").value_or(QString());
  const QString path = places_.path_of(document_.kind(), document_.file());
  if (!anyway && is_current(reference, path)) return;
  reference_ = reference;
  path_ = path;
  files_.clear();
  tree_.reset();
  if (reference.isEmpty()) return;
  tree_ = read_parent(document_, places_);
  if (tree_) collect_files(*tree_, files_);
}

Inherited::Found Inherited::find(const QString& path) const {
  if (!tree_ || path == "name" || path == "description" || path == "extends") return {};
  const auto* node = node_at(*tree_, path);
  if (node == nullptr) return {};
  return {node, QFileInfo(QString::fromStdString(node->at.file)).completeBaseName()};
}

QStringList Inherited::keys(const QString& path) const {
  QStringList all;
  const auto* node = tree_ ? node_at(*tree_, path) : nullptr;
  if (node == nullptr) return all;
  for (const auto& entry : node->entries) all << QString::fromStdString(entry.key);
  return all;
}

}  // namespace seawind::gui
