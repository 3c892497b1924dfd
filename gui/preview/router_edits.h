// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a router's tree as edits of its text, each as one undo step. Every function returns the
// reason if the schema does not permit the edit, else an empty string.
#pragma once

#include "gui/document/yaml_document.h"
#include "gui/preview/router_node.h"

namespace seawind::gui {

class RouterEdits {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::RouterEdits)

 public:
  explicit RouterEdits(YamlDocument& document) : document_(document) {}

  /// Adds a class after `node`, or as the last one of a discipline. Sets `made` to its place.
  QString add_class(const RouterNode& node, QString& made);
  /// Adds a class inside a class (HTB). Sets `made` to its place.
  QString add_class_inside(const RouterNode& node, QString& made);
  /// Replaces a discipline, or the discipline of a class. Keys that the new one has as well, such
  /// as the classes or the limit, are kept. If only the new one holds disciplines, the old one goes
  /// inside it.
  QString set_discipline(const RouterNode& node, const QString& name);
  /// The names of the disciplines permitted at `node`.
  static QStringList choices(const RouterNode& node);
  /// Removes a class, or a discipline that is not required.
  QString remove(const RouterNode& node);
  /// Renames a class. The name must be unique among its neighbours.
  QString rename(const RouterNode& class_node, const QString& name);
  /// Moves a class by `by` places among its neighbours. Sets `moved` to its new place; unchanged if
  /// there is no such place.
  QString move(const RouterNode& class_node, int by, QString& moved);
  /// Copies the tree `root` of the extended file into this document.
  QString take_over(const config::Node& root);

 private:
  QString append(const QString& list, const RouterNode& among, QString& made, int at);
  QString replace(const QString& place, const SchemaNode& schema, const QString& from,
                  const QString& to);
  QString wrap(const QString& place, const SchemaNode& schema, const QString& to);
  void drop_unknown(const QString& path, const SchemaNode& section);
  YamlDocument& document_;
};

}  // namespace seawind::gui
