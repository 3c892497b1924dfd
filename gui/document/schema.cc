// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/schema.h"

#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "common/error.h"

namespace seawind::gui {
namespace {

using Json = nlohmann::ordered_json;  // keeps the order of the keys, which is that of a document
using Shape = SchemaNode::Shape;

const std::map<std::string, Shape>& shapes() {
  static const std::map<std::string, Shape> all{
      {"section", Shape::kSection},   {"map", Shape::kMap},
      {"list", Shape::kList},         {"text", Shape::kText},
      {"whole", Shape::kInteger},     {"reference", Shape::kReference},
      {"choice", Shape::kChoice},     {"quantity", Shape::kQuantity},
      {"switch", Shape::kSwitch},     {"limit", Shape::kLimit},
      {"drawn", Shape::kDistribution}};
  return all;
}

QString text_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() ? QString() : QString::fromStdString(found->get<std::string>());
}

QStringList texts_of(const Json& json, const char* key) {
  QStringList all;
  if (const auto found = json.find(key); found != json.end()) {
    for (const Json& one : *found) all.push_back(QString::fromStdString(one.get<std::string>()));
  }
  return all;
}

/// Appends the schemas that are valid in place of this one, itself included, except those of "off".
void alternatives(const Json& json, std::vector<const Json*>& all) {
  if (json.contains("const")) return;
  all.push_back(&json);
  // At the root of a file, anyOf states what is required, not alternatives.
  if (!json.contains("anyOf") || json.contains("properties")) return;
  for (const Json& one : json["anyOf"]) alternatives(one, all);
}

/// Replaces references to `shared` parts of the document by copies of the parts.
void write_out(Json& part, const Json& shared) {
  if (part.is_object() && part.contains("$ref")) {
    const std::string reference = part["$ref"].get<std::string>();
    constexpr std::string_view kShared = "#/$defs/";
    if (reference.starts_with(kShared)) part = shared.at(reference.substr(kShared.size()));
  }
  if (part.is_structured())
    for (Json& inner : part) write_out(inner, shared);
}

class SchemaReader {
 public:
  explicit SchemaReader(const Json& document) : document_(document) {}

  const SchemaNode* read() {
    root_ = build("", document_);
    // References are resolved last, because the definitions must be complete.
    for (const auto& [node, definition] : references_) {
      node->shape = Shape::kSection;
      node->children = definition->children;
      node->one_of = definition->one_of;
    }
    return root_;
  }
  std::deque<SchemaNode> take() { return std::move(nodes_); }

 private:
  SchemaNode* build(const std::string& key, const Json& json) {
    SchemaNode& node = nodes_.emplace_back();
    node.key = QString::fromStdString(key);
    read_hints(node, json);
    std::vector<const Json*> all;
    alternatives(json, all);
    for (const Json* one : all) {
      if (node.allows_list) break;  // the item of such a list is the node itself
      if (one->contains("$ref")) refer(node, (*one)["$ref"].get<std::string>());
      if (one->contains("items")) {
        node.shape = Shape::kList;
        node.item = build("", (*one)["items"]);
      }
      if (const auto free = one->find("additionalProperties");
          free != one->end() && free->is_object()) {
        node.item = build("", *free);
      }
      if (one->contains("properties")) read_properties(node, *one);
    }
    return &node;
  }

  void read_properties(SchemaNode& node, const Json& json) {
    const bool is_list = node.shape == Shape::kList;
    if (!is_list && node.shape != Shape::kDistribution) node.shape = Shape::kSection;
    for (const auto& [name, value] : json["properties"].items()) {
      SchemaNode* child = build(name, value);
      if (const auto required = json.find("required");
          required != json.end() && node.shape != Shape::kDistribution) {
        for (const Json& one : *required) child->required |= one.get<std::string>() == name;
      }
      node.children.push_back(child);
      if (!child->choice.isEmpty()) node.one_of.push_back(child->key);
    }
  }

  void read_hints(SchemaNode& node, const Json& json) {
    const auto found = json.find("x-seawind");
    if (found != json.end()) {
      const Json& hints = *found;
      if (hints.contains("shape")) node.shape = shapes().at(hints["shape"].get<std::string>());
      node.range = text_of(hints, "range");
      node.rule = text_of(hints, "rule");
      node.default_text = text_of(hints, "default");
      if (hints.contains("unit")) {
        const std::string unit = hints["unit"].get<std::string>();
        node.units = texts_of(document_["x-seawind"]["units"], unit.c_str());
      }
      node.required_unless = texts_of(hints, "unless");
      node.references = text_of(hints, "references");
      node.choice = text_of(hints, "choice");
      node.source = text_of(hints, "source");
      node.element = text_of(hints, "element");
      node.word = text_of(hints, "word");
      node.per_state = hints.value("per_state", false);
      node.required = hints.value("required", false);
      node.can_be_off = hints.value("off", false);
      node.allows_list = hints.value("many", false);
      if (hints.contains("labels")) {
        for (const auto& [label, doc] : hints["labels"].items()) {
          node.labels.push_back(QString::fromStdString(label));
          node.label_docs.push_back(QString::fromStdString(doc.get<std::string>()));
        }
      }
    }
    if (json.contains("examples")) node.example = texts_of(json, "examples").value(0);
    node.doc = text_of(json, "description");
    const auto chop = [&](const QString& end) {
      if (node.doc.endsWith(end)) node.doc.chop(end.size());
    };
    if (!node.default_text.isEmpty()) chop(" (default: " + node.default_text + ')');
    if (!node.range.isEmpty()) chop(" [" + node.range + ']');
  }

  void refer(SchemaNode& node, const std::string& reference) {
    const std::string name = reference.substr(reference.rfind('/') + 1);
    auto known = definitions_.find(name);
    if (known == definitions_.end()) {
      SchemaNode* placeholder = &nodes_.emplace_back();
      known = definitions_.emplace(name, placeholder).first;
      const SchemaNode* built = build("", document_["definitions"].at(name));
      *placeholder = *built;
    }
    references_.emplace_back(&node, known->second);
  }

  const Json& document_;
  std::deque<SchemaNode> nodes_;  // a deque, so that the addresses remain valid
  std::map<std::string, SchemaNode*> definitions_;
  std::vector<std::pair<SchemaNode*, const SchemaNode*>> references_;
  const SchemaNode* root_ = nullptr;
};

struct Loaded {
  std::deque<SchemaNode> nodes;
  const SchemaNode* root = nullptr;
};

struct SchemaText {
  Q_DECLARE_TR_FUNCTIONS(Schema)
};

Loaded load_schema(const QString& file) {
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) {
    throw Error(SchemaText::tr("cannot read %1: %2").arg(file, in.errorString()).toStdString());
  }
  const QByteArray text = in.readAll();
  try {
    Json document = Json::parse(text.begin(), text.end());
    const Json shared = document.value("$defs", Json::object());
    document.erase("$defs");
    write_out(document, shared);
    SchemaReader reader(document);
    Loaded loaded;
    loaded.root = reader.read();
    loaded.nodes = reader.take();
    return loaded;
  } catch (const std::exception& e) {
    throw Error(SchemaText::tr("cannot understand the schema %1: %2")
                    .arg(file, QString::fromUtf8(e.what()))
                    .toStdString());
  }
}

// The part of a path before the next '.' or '['.
QString next_part(const QString& path) {
  qsizetype end = 0;
  while (end < path.size() && path[end] != '.' && path[end] != '[') ++end;
  return path.left(end);
}

bool is_plain(const SchemaNode& node) {
  return node.shape != Shape::kSection && node.shape != Shape::kMap && node.shape != Shape::kList &&
         node.shape != Shape::kDistribution;
}

}  // namespace

const SchemaNode* SchemaNode::child(const QString& name) const {
  for (const SchemaNode* one : children) {
    if (one->key == name) return one;
  }
  return nullptr;
}

const SchemaNode& schema(Kind kind, const Places& places) {
  static std::mutex mutex;
  static std::map<QString, Loaded> all;
  const QString file = places.configs + "/schema/" + schema_of(kind) + ".schema.json";
  const std::scoped_lock lock(mutex);
  auto found = all.find(file);
  if (found == all.end()) found = all.emplace(file, load_schema(file)).first;
  return *found->second.root;
}

const SchemaNode* schema_at(const SchemaNode& root, const QString& path) {
  const SchemaNode* node = &root;
  QString rest = path;
  while (node != nullptr && !rest.isEmpty()) {
    if (rest.startsWith('[')) {
      const qsizetype end = rest.indexOf(']');
      if (end < 0) return nullptr;
      rest = rest.mid(end + 1);
      if (!node->allows_list) node = node->item;
      if (rest.startsWith('.')) rest = rest.mid(1);
      continue;
    }
    QString part = next_part(rest);
    if (node->shape == Shape::kMap) {
      // A free key of a plain value may contain dots ("files.nginx.conf").
      if (node->item != nullptr && is_plain(*node->item)) part = rest;
      node = node->item;
    } else {
      node = node->child(part);
    }
    rest = rest.mid(part.size());
    if (rest.startsWith('.')) rest = rest.mid(1);
  }
  return node;
}

}  // namespace seawind::gui
