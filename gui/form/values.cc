// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/values.h"

#include <QRegularExpression>

#include "gui/document/yaml_document.h"

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
  for (const auto& item : list.items) parts << flow_text(item);
  return parts.join(QStringLiteral(", "));
}

QString flow_text(const config::Node& node) {
  switch (node.kind) {
    case config::Node::Kind::kNull:
      return QStringLiteral("~");
    case config::Node::Kind::kScalar:
      return YamlDocument::quoted(QString::fromStdString(node.text));
    case config::Node::Kind::kList:
      return '[' + to_items(node) + ']';
    case config::Node::Kind::kMap: {
      QStringList parts;
      for (const auto& entry : node.entries) {
        parts << YamlDocument::quoted(QString::fromStdString(entry.key)) + ": " +
                     flow_text(entry.value);
      }
      return '{' + parts.join(QStringLiteral(", ")) + '}';
    }
  }
  return {};
}

const config::Node* walk(const config::Node& root, const QString& path) {
  if (path.isEmpty()) return &root;
  if (path.startsWith('[')) {
    const auto end = path.indexOf(']');
    const int index = path.mid(1, end - 1).toInt();
    if (root.kind != config::Node::Kind::kList || index < 0 ||
        index >= static_cast<int>(root.items.size())) {
      return nullptr;
    }
    QString rest = path.mid(end + 1);
    if (rest.startsWith('.')) rest.remove(0, 1);
    return walk(root.items[static_cast<std::size_t>(index)], rest);
  }
  for (const auto& entry : root.entries) {
    const QString key = QString::fromStdString(entry.key);
    if (!path.startsWith(key)) continue;
    const QString rest = path.mid(key.size());
    if (rest.isEmpty()) return &entry.value;
    if (rest[0] != '.' && rest[0] != '[') continue;
    const auto* found = walk(entry.value, rest[0] == '.' ? rest.mid(1) : rest);
    if (found != nullptr) return found;
  }
  return nullptr;
}

QString parent_path(const QString& path) {
  if (path.endsWith(']')) return path.left(path.lastIndexOf('['));
  return path.left(qMax<qsizetype>(0, path.lastIndexOf('.')));
}

QString last_part(const QString& path) {
  if (path.endsWith(']')) return path.mid(path.lastIndexOf('['));
  return path.mid(path.lastIndexOf('.') + 1);
}

QString join_path(const QString& parent, const QString& key) {
  return parent.isEmpty() ? key : parent + '.' + key;
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
    case SchemaNode::Shape::kWhole:
      return default_or(QStringLiteral("1"));
    case SchemaNode::Shape::kSwitch:
      return default_or(QStringLiteral("true"));
    case SchemaNode::Shape::kChoice:
      return default_or(node.labels.value(0));
    case SchemaNode::Shape::kQuantity:
    case SchemaNode::Shape::kLimit:
    case SchemaNode::Shape::kDrawn:
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
