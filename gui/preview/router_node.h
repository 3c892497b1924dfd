// SPDX-License-Identifier: GPL-3.0-or-later
// A router file as a tree of disciplines and classes. The permitted structure is read from the
// schema: a discipline is a choice among sections; a class list is a list whose items have a
// discipline.
#pragma once

#include <QtWidgets>
#include <memory>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/schema.h"

namespace seawind::gui {

struct RouterNode {
  enum class Kind { kDiscipline, kClass };
  Kind kind = Kind::kDiscipline;
  QString place;  // position in the document: "root", "root.priority.classes[0]",
                  // "...classes[0].discipline"
  QString path;   // path to edit: the place, and for a discipline its name: "root.priority"
  QString title;  // name of the discipline or class
  QStringList lines;
  bool is_default = false;             // the file has no such key; the node shows the default
  const SchemaNode* schema = nullptr;  // of `place`
  RouterNode* parent = nullptr;
  std::vector<std::unique_ptr<RouterNode>> children;

  bool is_class() const { return kind == Kind::kClass; }
  /// Index among the children of the parent.
  int index() const;
};

/// Whether the node is a choice among disciplines.
bool is_discipline(const SchemaNode& node);
/// The key of the class list of a discipline or class ("classes"); empty if it has none.
QString class_list_of(const SchemaNode& section);
/// The keys of the disciplines directly inside a discipline or class: "discipline",
/// "flow_discipline".
QStringList disciplines_of(const SchemaNode& section);

/// `document`: merged with the files it extends; `schema`: root of the router schema. Null if the
/// document has no root discipline, or more classes than a router may have (kMaxClasses); the
/// reason is in `problem`.
std::unique_ptr<RouterNode> router_tree(const config::Node& document, const SchemaNode& schema,
                                        QString& problem);
/// The node with that place or path; null if there is none.
RouterNode* find_node(RouterNode& root, const QString& place_or_path);

}  // namespace seawind::gui
