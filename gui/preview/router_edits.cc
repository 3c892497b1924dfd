// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/router_edits.h"

#include "gui/document/tree_edits.h"
#include "gui/document/undo_step.h"

namespace seawind::gui {
namespace {

using config::Node;

QString indented(const QString& block, int by) {
  QStringList lines = block.split('\n');
  const QString margin(by, ' ');
  for (QString& line : lines) {
    if (!line.isEmpty()) line.prepend(margin);
  }
  return lines.join('\n');
}

bool is_inline(const QString& text) {
  return text.startsWith('{') || text.startsWith('[');
}

/// "key: value", with a block value on the lines below the key.
QString entry(const QString& key, const QString& value) {
  const bool block =
      !is_inline(value) && (value.contains('\n') || value.contains(": ") || value.startsWith("- "));
  return block ? key + ":\n" + indented(value, 2) : key + ": " + value;
}

/// Splits the place of a list item into the path of the list and the index; -1: not an item.
int split_item(const QString& place, QString& list) {
  const auto bracket = place.lastIndexOf('[');
  list = place.left(bracket);
  return place.endsWith(']') ? place.mid(bracket + 1).chopped(1).toInt() : -1;
}

}  // namespace

QString RouterEdits::append(const QString& list, const RouterNode& among, QString& made, int at) {
  QSet<QString> names;
  for (const auto& child : among.children) {
    if (child->is_class()) names << child->title;
  }
  int number = 1;
  while (names.contains(QStringLiteral("class%1").arg(number))) ++number;
  const int last = document_.has(list) ? document_.size(list) : 0;
  const int place = at < 0 || at > last ? last : at;
  if (!document_.insert_item(list, place, QStringLiteral("{name: class%1}").arg(number)))
    return tr("There is no place for a class at %1.").arg(list);
  made = QStringLiteral("%1[%2]").arg(list).arg(place);
  return {};
}

QString RouterEdits::add_class(const RouterNode& node, QString& made) {
  if (node.is_class()) {
    QString list;
    const int at = split_item(node.place, list);
    return append(list, *node.parent, made, at + 1);
  }
  const SchemaNode* section = node.is_default ? nullptr : node.schema->child(node.title);
  const QString key = section != nullptr ? class_list_of(*section) : QString();
  if (key.isEmpty()) return tr("%1 has no classes.").arg(node.title);
  const QString list = node.path + '.' + key;
  if (!document_.has(list)) {
    // A discipline has either classes or flows. The classes replace the keys of the flows.
    const UndoStep step(document_, tr("Add a class"));
    document_.set(list, "[{name: class1}]");
    for (const QString instead : {"flows", "flow_discipline", "quantum"})
      document_.remove(node.path + '.' + instead);
    made = list + "[0]";
    return {};
  }
  return append(list, node, made, -1);
}

QString RouterEdits::add_class_inside(const RouterNode& node, QString& made) {
  const QString key = node.is_class() ? class_list_of(*node.schema) : QString();
  if (key.isEmpty()) return tr("%1 cannot have classes inside.").arg(node.title);
  const QString list = node.place + '.' + key;
  if (document_.has(list)) return append(list, node, made, -1);
  // An inner class holds no packets. Its packet handling moves to its first inner class.
  const UndoStep step(document_, tr("Add a class inside"));
  QStringList inner{"name: class1"};
  QStringList moved;
  for (const QString& own : document_.keys(node.place)) {
    const QStringList stays{"name", "rate", "ceil", "burst", "cburst"};
    if (stays.contains(own)) continue;
    inner << entry(own, document_.block(node.place + '.' + own));
    moved << own;
  }
  if (!document_.insert_item(list, 0, inner.join('\n')))
    return tr("There is no place for a class at %1.").arg(list);
  for (const QString& own : moved) document_.remove(node.place + '.' + own);
  made = list + "[0]";
  return {};
}

QStringList RouterEdits::choices(const RouterNode& node) {
  if (!node.is_class()) return node.schema->one_of;
  for (const QString& key : disciplines_of(*node.schema)) return node.schema->child(key)->one_of;
  return {};
}

QString RouterEdits::set_discipline(const RouterNode& node, const QString& name) {
  if (!choices(node).contains(name)) return tr("%1 is not permitted there.").arg(name);
  if (!node.is_class()) {
    if (!node.is_default && name == node.title) return {};
    const UndoStep step(document_, tr("Set %2 to %1").arg(name, node.title));
    return node.is_default ? wrap(node.place, *node.schema, name)
                           : replace(node.place, *node.schema, node.title, name);
  }
  if (const QString classes = class_list_of(*node.schema);
      !classes.isEmpty() && document_.has(node.place + '.' + classes))
    return tr("%1 has nested classes; set the discipline of those instead.").arg(node.title);
  for (const auto& child : node.children) {
    if (!child->is_default && child->title == name) return {};
  }
  const QString key = disciplines_of(*node.schema).front();
  const UndoStep step(document_, tr("Set %2 to %1").arg(name, node.title));
  for (const auto& child : node.children) {
    if (!child->is_default) return replace(child->place, *child->schema, child->title, name);
  }
  return wrap(node.place + '.' + key, *node.schema->child(key), name);
}

/// Sets the discipline at `place` to `to`. The previous value, if any, becomes the discipline of
/// the first class or the inner discipline of `to`, if `to` has one.
QString RouterEdits::wrap(const QString& place, const SchemaNode& schema, const QString& to) {
  const SchemaNode& section = *schema.child(to);
  const QString old = document_.block(place);
  const QString classes = class_list_of(section);
  const QStringList inside = disciplines_of(section);
  QString block = to + ": {}";
  if (!classes.isEmpty()) {
    const QString key = disciplines_of(*section.child(classes)->item).front();
    const QString item = old.isEmpty() ? "name: class1" : "name: class1\n" + entry(key, old);
    block = entry(to, classes + ":\n" + indented("- " + indented(item, 2).mid(2), 2));
  } else if (!inside.isEmpty() && !old.isEmpty()) {
    block = entry(to, entry(inside.front(), old));
  }
  return document_.set_block(place, block) ? QString()
                                           : tr("%1 cannot be written at %2.").arg(to, place);
}

QString RouterEdits::replace(const QString& place, const SchemaNode& schema, const QString& from,
                             const QString& to) {
  const SchemaNode *before = schema.child(from), *after = schema.child(to);
  const auto holds = [](const SchemaNode& s) {
    return !class_list_of(s).isEmpty() || !disciplines_of(s).isEmpty();
  };
  if (before != nullptr && holds(*after) && !holds(*before)) return wrap(place, schema, to);
  const QString path = place + '.' + to;
  const QString classes = class_list_of(*after);
  const bool keeps_classes =
      !classes.isEmpty() && document_.has(place + '.' + from + '.' + classes);
  if (!classes.isEmpty() && !keeps_classes) return wrap(place, schema, to);
  if (!document_.rename_key(place + '.' + from, to))
    return tr("%1 cannot be written at %2.").arg(to, place);
  drop_unknown(path, *after);
  return {};
}

void RouterEdits::drop_unknown(const QString& path, const SchemaNode& section) {
  const QString classes = class_list_of(section);
  for (const QString& key : document_.keys(path)) {
    if (section.child(key) == nullptr) document_.remove(path + '.' + key);
  }
  if (classes.isEmpty()) return;
  const QString list = path + '.' + classes;
  for (int i = 0; i < document_.size(list); ++i)
    drop_unknown(QStringLiteral("%1[%2]").arg(list).arg(i), *section.child(classes)->item);
}

QString RouterEdits::remove(const RouterNode& node) {
  if (node.is_default) return tr("%1 is the default and cannot be removed.").arg(node.title);
  if (node.parent == nullptr) return tr("A router has one discipline at least: choose another.");
  if (node.is_class()) {
    int neighbours = 0;
    for (const auto& child : node.parent->children) neighbours += child->is_class() ? 1 : 0;
    if (neighbours == 1 && !node.parent->is_class())
      return tr("%1 needs one class at least: choose another discipline for it instead.")
          .arg(node.parent->title);
  }
  const UndoStep step(document_, tr("Remove %1").arg(node.title));
  return document_.remove(node.place) ? QString() : tr("%1 is not in this file.").arg(node.title);
}

QString RouterEdits::rename(const RouterNode& node, const QString& name) {
  if (!node.is_class()) return tr("Only classes have names.");
  const QString wanted = name.trimmed();
  if (wanted.isEmpty()) return tr("A class needs a name.");
  if (wanted == node.title) return {};
  for (const auto& other : node.parent->children) {
    if (other->is_class() && other->title == wanted)
      return tr("There is a class %1 beside it already.").arg(wanted);
  }
  return document_.set(node.place + ".name", YamlDocument::quoted(wanted))
             ? QString()
             : tr("%1 is not in this file.").arg(node.title);
}

QString RouterEdits::move(const RouterNode& node, int by, QString& moved) {
  if (!node.is_class()) return tr("Only classes have an order.");
  QString list;
  const int from = split_item(node.place, list);
  const int to = from + by;
  if (to < 0 || to >= document_.size(list)) return {};
  if (!document_.move_item(list, from, to)) return tr("%1 is not in this file.").arg(node.title);
  moved = QStringLiteral("%1[%2]").arg(list).arg(to);
  return {};
}

QString RouterEdits::take_over(const Node& root) {
  const UndoStep step(document_, tr("Take over the tree"));
  return document_.set_block("root", QString::fromStdString(to_block(root)))
             ? QString()
             : tr("The text cannot be changed.");
}

}  // namespace seawind::gui
