// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a router's tree as changes of its text, each one step of undo. What the schema does
// not allow is not done: the result is the reason, empty when it was done.
#pragma once

#include "gui/document/yaml_document.h"
#include "gui/preview/router_node.h"

namespace seawind::gui {

class RouterEdits {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::RouterEdits)

 public:
  explicit RouterEdits(YamlDocument& document) : document_(document) {}

  /// A class after this one, or the last inside a discipline; `made` becomes its place.
  QString add_class(const RouterNode& node, QString& made);
  /// A class inside a class (HTB).
  QString add_class_inside(const RouterNode& node, QString& made);
  /// Another discipline at a discipline's place, or that of a class. What both know is kept: the
  /// classes, the limit. A queue that becomes something with queues inside goes inside.
  QString set_discipline(const RouterNode& node, const QString& name);
  /// The disciplines that can stand there.
  static QStringList choices(const RouterNode& node);
  /// A class; or a discipline that may be left out.
  QString remove(const RouterNode& node);
  QString rename(const RouterNode& class_node, const QString& name);
  /// -1: before the one in front, 1: after the next; `moved` becomes its new place.
  QString move(const RouterNode& class_node, int by, QString& moved);
  /// Writes the tree of the file that is extended into this document.
  QString take_over(const config::Node& root);

 private:
  class Step;
  QString append(const QString& list, const RouterNode& among, QString& made, int at);
  QString replace(const QString& place, const SchemaNode& schema, const QString& from,
                  const QString& to);
  QString wrap(const QString& place, const SchemaNode& schema, const QString& to);
  void drop_unknown(const QString& path, const SchemaNode& section);
  YamlDocument& document_;
};

/// A tree as block YAML with indentation 0.
QString block_yaml(const config::Node& node);

}  // namespace seawind::gui
