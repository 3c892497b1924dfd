// SPDX-License-Identifier: GPL-3.0-or-later
// A router file as the tree of disciplines and classes it describes. What may stand where is read
// from the schema: a discipline is a choice among sections, a class list a list whose items hold a
// discipline.
#pragma once

#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

struct RouterNode {
  enum class Kind { kDiscipline, kClass };
  Kind kind = Kind::kDiscipline;
  QString place;  // where it stands: "root", "root.priority.classes[0]", "...classes[0].discipline"
  QString path;   // to edit it: the place; of a discipline with its name: "root.priority"
  QString title;  // name of the discipline or class
  QStringList lines;
  bool implied = false;                // left out: what is taken instead
  const SchemaNode* schema = nullptr;  // at `place`
  RouterNode* parent = nullptr;
  std::vector<std::unique_ptr<RouterNode>> children;

  bool is_class() const { return kind == Kind::kClass; }
  /// Its place among its parent's children.
  int index() const;
};

/// A choice among disciplines.
bool is_discipline(const SchemaNode& node);
/// The key of the class list of a discipline or class, empty when it has none: "classes".
QString class_list_of(const SchemaNode& section);
/// Keys of the disciplines directly inside a discipline or class: "discipline", "flow_discipline".
QStringList disciplines_of(const SchemaNode& section);

/// From the document with what it extends; `schema` is the root of the router's. Null: no root.
std::unique_ptr<RouterNode> router_tree(const config::Node& document, const SchemaNode& schema);
/// The node at a place or path; null: none.
RouterNode* find_node(RouterNode& root, const QString& place_or_path);

}  // namespace seawind::gui
