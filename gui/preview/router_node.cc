// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/router_node.h"

#include <numeric>

#include "common/units.h"
#include "emulator/router/limits.h"
#include "gui/document/tree_edits.h"
#include "gui/preview/short_text.h"

namespace seawind::gui {
namespace {

using config::Node;

struct RouterText {
  Q_DECLARE_TR_FUNCTIONS(seawind::gui::RouterNode)
};

/// The entries of a section except classes, disciplines and the keys `without`.
QStringList parameters(const Node& section, const SchemaNode& schema, const QStringList& without) {
  QStringList lines;
  const QString classes = class_list_of(schema);
  const QStringList inside = disciplines_of(schema);
  for (const config::Entry& entry : section.entries) {
    const QString key = QString::fromStdString(entry.key);
    if (key == classes || inside.contains(key) || without.contains(key)) continue;
    lines << QString(key).replace('_', ' ') + ' ' + short_text(entry.value);
  }
  return lines;
}

QStringList filters(const Node& of, int place) {
  const Node* match = node_at(of, "match");
  if (match == nullptr || match->items.empty()) {
    const Node* phb = node_at(of, "phb");
    if (phb != nullptr && short_text(*phb) != "none") return {};
    return {place == 0 ? RouterText::tr("every packet") : RouterText::tr("every other packet")};
  }
  QStringList lines;
  for (const Node& filter : match->items) {
    QStringList keys;
    for (const config::Entry& entry : filter.entries) {
      QStringList values;
      for (const Node& value : entry.value.items) values << short_text(value);
      keys << QString::fromStdString(entry.key).replace('_', ' ') + ' ' +
                  (values.isEmpty() ? short_text(entry.value)
                                    : values.join(RouterText::tr(" or ")));
    }
    const QString text = keys.join(RouterText::tr(" and "));
    lines << (lines.isEmpty() ? text : RouterText::tr("or %1").arg(text));
  }
  return lines;
}

double number(const Node& item, const QString& key, const SchemaNode& schema) {
  const SchemaNode& parameter = *schema.child(key);
  const Node* value = node_at(item, key);
  const QString text = value != nullptr ? short_text(*value) : parameter.default_text;
  const Unit unit = parameter.units.isEmpty() ? NONE : BYTES;
  return parse_quantity(text.toStdString(), unit).value.value_or(0);
}

/// The share of each class among its neighbours, in the terms of the discipline; empty: none is
/// shown.
QStringList shares(const Node& list, const SchemaNode& item) {
  QStringList texts;
  if (item.child("rate") != nullptr) return texts;  // the guaranteed rate is shown as a parameter
  for (const QString key : {"weight", "quantum"}) {
    if (item.child(key) == nullptr) continue;
    std::vector<double> parts;
    for (const Node& one : list.items) parts.push_back(number(one, key, item));
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    if (sum <= 0) return texts;
    for (const double part : parts)
      texts << RouterText::tr("share %1 %").arg(100 * part / sum, 0, 'g', 3);
    return texts;
  }
  for (std::size_t i = 1; i <= list.items.size(); ++i)
    texts << RouterText::tr("priority %1 of %2").arg(i).arg(list.items.size());
  return texts;
}

/// Builds no class once the document has more than kMaxClasses.
class Builder {
 public:
  bool has_too_many_classes() const { return classes_ > kMaxClasses; }

  std::unique_ptr<RouterNode> discipline(const Node* choice, const SchemaNode& schema,
                                         const QString& place, RouterNode* parent) {
    auto node = std::make_unique<RouterNode>();
    node->place = node->path = place;
    node->schema = &schema;
    node->parent = parent;
    if (choice == nullptr || choice->entries.empty()) {
      node->is_default = true;
      node->title = left_out(schema);
      node->lines << RouterText::tr("left out");
      return node;
    }
    const config::Entry& chosen = choice->entries.front();
    const QString name = QString::fromStdString(chosen.key);
    node->title = name;
    node->path = place + '.' + name;
    const SchemaNode* section = schema.child(name);
    if (section == nullptr) {
      node->lines << RouterText::tr("unknown");
      return node;
    }
    node->lines = parameters(chosen.value, *section, {});
    inside(chosen.value, *section, node->path, *node);
    return node;
  }

 private:
  static QString left_out(const SchemaNode& schema) {
    static const QRegularExpression kLeftOut("left out: ([a-z_0-9]+)");
    const QString said = kLeftOut.match(schema.doc + ' ' + schema.default_text).captured(1);
    return said.isEmpty() ? RouterText::tr("none") : said;
  }

  /// Adds the classes and disciplines of a section as children of `node`.
  void inside(const Node& section, const SchemaNode& schema, const QString& path,
              RouterNode& node) {
    const QString key = class_list_of(schema);
    const Node* list = key.isEmpty() ? nullptr : node_at(section, key);
    const bool has_classes = list != nullptr && !list->items.empty();
    if (has_classes) {
      classes_ += list->items.size();
      if (has_too_many_classes()) return;
      const SchemaNode& item = *schema.child(key)->item;
      const QStringList shared = shares(*list, item);
      for (std::size_t i = 0; i < list->items.size(); ++i) {
        auto of =
            class_node(list->items[i], static_cast<int>(i), item, shared.value(static_cast<int>(i)),
                       QStringLiteral("%1.%2[%3]").arg(path, key).arg(i));
        of->parent = &node;
        node.children.push_back(std::move(of));
      }
    }
    for (const QString& name : disciplines_of(schema)) {
      const Node* choice = node_at(section, name);
      // The default discipline of a key applies only where no class or flow holds the packets.
      const bool instead =
          name == "discipline" ? !has_classes : node_at(section, "flows") != nullptr;
      if (choice == nullptr && !instead) continue;
      node.children.push_back(discipline(choice, *schema.child(name), path + '.' + name, &node));
    }
  }

  std::unique_ptr<RouterNode> class_node(const Node& of, int position, const SchemaNode& schema,
                                         const QString& share, const QString& place) {
    auto node = std::make_unique<RouterNode>();
    node->kind = RouterNode::Kind::kClass;
    node->place = node->path = place;
    node->schema = &schema;
    const Node* name = node_at(of, "name");
    node->title = name != nullptr ? short_text(*name) : RouterText::tr("class without a name");
    const QString classes = class_list_of(schema);
    const bool inner = !classes.isEmpty() && node_at(of, classes) != nullptr;
    if (!inner) node->lines = filters(of, position);
    if (!share.isEmpty()) node->lines << share;
    node->lines << parameters(of, schema, {"name", "match"});
    inside(of, schema, place, *node);
    return node;
  }

  std::size_t classes_ = 0;
};

}  // namespace

int RouterNode::index() const {
  if (parent == nullptr) return 0;
  for (std::size_t i = 0; i < parent->children.size(); ++i) {
    if (parent->children[i].get() == this) return static_cast<int>(i);
  }
  return -1;
}

bool is_discipline(const SchemaNode& node) {
  return node.shape == SchemaNode::Shape::kSection && node.one_of.size() > 1 &&
         static_cast<std::size_t>(node.one_of.size()) == node.children.size();
}

QString class_list_of(const SchemaNode& section) {
  for (const SchemaNode* child : section.children) {
    if (child->shape == SchemaNode::Shape::kList && child->item != nullptr &&
        child->item->child("name") != nullptr && !disciplines_of(*child->item).isEmpty())
      return child->key;
  }
  return {};
}

QStringList disciplines_of(const SchemaNode& section) {
  QStringList keys;
  for (const SchemaNode* child : section.children) {
    if (is_discipline(*child)) keys << child->key;
  }
  return keys;
}

std::unique_ptr<RouterNode> router_tree(const Node& document, const SchemaNode& schema,
                                        QString& problem) {
  const SchemaNode* root = schema.child("root");
  const Node* choice = node_at(document, "root");
  if (root == nullptr || choice == nullptr || choice->entries.empty()) {
    problem = RouterText::tr("There is no tree yet: write `root:` with a discipline.");
    return nullptr;
  }
  Builder builder;
  auto tree = builder.discipline(choice, *root, "root", nullptr);
  if (!builder.has_too_many_classes()) return tree;
  problem = RouterText::tr("The tree is not drawn: it has more than %1 classes.").arg(kMaxClasses);
  return nullptr;
}

RouterNode* find_node(RouterNode& root, const QString& place_or_path) {
  if (root.place == place_or_path || root.path == place_or_path) return &root;
  for (const auto& child : root.children) {
    if (RouterNode* found = find_node(*child, place_or_path)) return found;
  }
  return nullptr;
}

}  // namespace seawind::gui
