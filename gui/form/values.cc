// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/values.h"

#include "gui/document/tree_edits.h"

namespace seawind::gui {

NumberWithUnit split_quantity(const QString& text) {
  static const QRegularExpression kPattern(QStringLiteral(
      "^\\s*([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\\s*(\\S*)\\s*$"));
  const auto match = kPattern.match(text);
  if (!match.hasMatch()) return {text, {}, false};
  return {match.captured(1), match.captured(2), true};
}

QString to_items(const config::Node& list) {
  QStringList parts;
  for (const auto& item : list.items) parts << inline_yaml(item);
  return parts.join(QStringLiteral(", "));
}

QString inline_yaml(const config::Node& node) {
  return QString::fromStdString(to_inline(node));
}

QString parent_path(const QString& path) {
  if (path.endsWith(']')) return path.left(path.lastIndexOf('['));
  return path.left(qMax<qsizetype>(0, path.lastIndexOf('.')));
}

QString last_part(const QString& path) {
  if (path.endsWith(']')) return path.mid(path.lastIndexOf('['));
  return path.mid(path.lastIndexOf('.') + 1);
}

QString smallest_value(const SchemaNode& node) {
  if (!node.example.isEmpty()) return node.example;
  const auto default_or = [&](const QString& other) {
    const bool usable = !node.default_text.isEmpty() && node.default_text != "off";
    return usable ? node.default_text : other;
  };
  switch (node.shape) {
    case SchemaNode::Shape::kSection: {
      QStringList parts;
      const QStringList kinds = kinds_of(node);
      for (const auto* child : node.children) {
        const bool first_kind = child->key == kinds.value(0);
        if (child->required || first_kind) parts << child->key + ": " + smallest_value(*child);
      }
      return '{' + parts.join(QStringLiteral(", ")) + '}';
    }
    case SchemaNode::Shape::kMap:
      return QStringLiteral("{}");
    case SchemaNode::Shape::kList:
      return node.item == nullptr ? QStringLiteral("[]") : '[' + smallest_value(*node.item) + ']';
    case SchemaNode::Shape::kText:
    case SchemaNode::Shape::kReference:
      return default_or(QStringLiteral("new"));
    case SchemaNode::Shape::kInteger:
      return default_or(QStringLiteral("1"));
    case SchemaNode::Shape::kSwitch:
      return default_or(QStringLiteral("true"));
    case SchemaNode::Shape::kChoice:
      return default_or(node.labels.value(0));
    case SchemaNode::Shape::kQuantity:
    case SchemaNode::Shape::kLimit:
    case SchemaNode::Shape::kDistribution:
      return default_or('1' + node.units.value(0));
  }
  return {};
}

QStringList kinds_of(const SchemaNode& node) {
  QStringList kinds;
  for (const auto* child : node.children) {
    if (!child->choice.isEmpty()) kinds << child->key;
  }
  return kinds;
}

QString readable_key(const QString& key) {
  return QString(key).replace('_', ' ');
}

}  // namespace seawind::gui
