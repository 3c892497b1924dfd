// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/yaml_document.h"

#include <vector>

#include "common/error.h"
#include "gui/document/aliases_and_removal.h"
#include "gui/document/difference.h"
#include "gui/document/offsets.h"
#include "gui/document/open_documents.h"
#include "gui/document/text_edits.h"

namespace seawind::gui {

using config::Node;

// One undo step: replacements in the order of their execution.
class YamlDocument::Edit : public QUndoCommand {
 public:
  Edit(YamlDocument& document, int position, const QString& removed, const QString& added,
       const QString& description, QString merge_key)
      : QUndoCommand(description), document_(document), merge_key_(std::move(merge_key)) {
    steps_.push_back({position, removed, added});
  }

  int id() const override { return merge_key_.isEmpty() ? -1 : 1; }
  void redo() override {
    for (const Step& s : steps_) {
      document_.apply(s.position, static_cast<int>(s.removed.size()), s.added);
    }
  }
  void undo() override {
    for (auto s = steps_.rbegin(); s != steps_.rend(); ++s) {
      document_.apply(s->position, static_cast<int>(s->added.size()), s->removed);
    }
  }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = dynamic_cast<const Edit*>(other);
    if (next == nullptr || next->merge_key_ != merge_key_) return false;
    for (const Step& s : next->steps_) add(s);
    if (steps_.size() == 1 && steps_[0].removed == steps_[0].added) setObsolete(true);
    return true;
  }

 private:
  struct Step {
    int position;
    QString removed;
    QString added;
  };

  void add(const Step& next) {
    Step& last = steps_.back();
    const int from = next.position - last.position;
    if (from < 0 || from + next.removed.size() > last.added.size()) {
      steps_.push_back(next);
    } else {
      last.added.replace(from, next.removed.size(), next.added);
    }
  }

  YamlDocument& document_;
  QString merge_key_;
  std::vector<Step> steps_;
};

struct YamlDocument::Parsed {
  std::string text;  // UTF-8
  Node tree;
  bool whole = false;
  std::optional<layout::Value> layout;
};

YamlDocument::Parsed YamlDocument::parse(const std::string& text) {
  Parsed out;
  out.text = text;
  out.tree.kind = Node::Kind::kMap;
  if (text.size() > config::kLargestFile) return out;
  Diagnostics problems;
  std::optional<Node> tree = config::parse_tree(text, "", problems);
  try {
    out.layout = layout::read_layout(text);
  } catch (const std::exception&) {  // yaml-cpp's; the text then has no tree either
    return out;
  }
  const bool empty = out.layout && out.layout->style == layout::Value::Style::kEmpty;
  out.whole = tree.has_value() || empty;
  if (tree) out.tree = std::move(*tree);
  if (!out.whole) out.layout.reset();
  return out;
}

YamlDocument::YamlDocument(Kind kind, const Places& places, QObject* parent)
    : QObject(parent), kind_(kind), places_(places), parsed_(std::make_unique<Parsed>()) {
  connect(&undo_, &QUndoStack::cleanChanged, this,
          [this](bool clean) { emit modified_changed(!clean); });
  reparse();
  OpenDocuments::all().add(*this);
}

YamlDocument::~YamlDocument() {
  OpenDocuments::all().remove(*this);
  undo_.disconnect(this);
}

const SchemaNode* YamlDocument::schema_root() const {
  try {
    return &schema(kind_, places_);
  } catch (const Error&) {
    return nullptr;
  }
}

void YamlDocument::reset(const QString& text, const QString& file, bool modified) {
  const int before = static_cast<int>(text_.size());
  undo_.clear();
  if (modified) undo_.resetClean();
  has_mark_ = false;
  accept_disk_content(file);
  apply(0, before, text);
  set_file(file);
}

void YamlDocument::apply(int position, int length, const QString& with) {
  text_.replace(position, length, with);
  reparse();
  emit text_changed(position, length, static_cast<int>(with.size()));
  if (parsed_->whole) emit tree_changed();
}

void YamlDocument::reparse() {
  Parsed now = parse(text_.toStdString());
  if (!now.whole) now.tree = std::move(parsed_->tree);
  if (now.tree.kind == Node::Kind::kNull) now.tree.kind = Node::Kind::kMap;
  *parsed_ = std::move(now);
}

void YamlDocument::replace(int position, int length, const QString& with,
                           const QString& description, const QString& merge_key) {
  const QString removed = text_.mid(position, length);
  if (removed == with) return;
  undo_.push(new Edit(*this, position, removed, with, description, merge_key));
}

void YamlDocument::set_text(const QString& text, const QString& description,
                            const QString& merge_key) {
  const Difference change = difference(text_, text);
  replace(change.position, change.removed, change.added, description, merge_key);
}

const Node& YamlDocument::tree() const {
  return parsed_->tree;
}

bool YamlDocument::is_valid() const {
  return parsed_->whole;
}

bool YamlDocument::is_editable() const {
  return parsed_->whole && parsed_->layout.has_value();
}

const Node* YamlDocument::find(const QString& path) const {
  return node_at(parsed_->tree, path);
}

std::optional<QString> YamlDocument::scalar(const QString& path) const {
  const Node* node = find(path);
  if (node == nullptr || node->kind != Node::Kind::kScalar) return {};
  return QString::fromStdString(node->text);
}

QStringList YamlDocument::keys(const QString& path) const {
  QStringList all;
  if (const Node* node = find(path)) {
    for (const config::Entry& entry : node->entries)
      all.push_back(QString::fromStdString(entry.key));
  }
  return all;
}

int YamlDocument::size(const QString& path) const {
  const Node* node = find(path);
  return node == nullptr ? 0 : static_cast<int>(node->items.size());
}

QString YamlDocument::block(const QString& path) const {
  const auto parts = split_path(path.toStdString(), parsed_->tree, nullptr);
  const Node* node = parts ? node_at(parsed_->tree, *parts) : nullptr;
  if (node == nullptr) return {};
  if (parsed_->layout) {
    if (const auto text = TextEdits(parsed_->text, *parsed_->layout, nullptr).block(*parts)) {
      return QString::fromStdString(*text);
    }
  }
  return QString::fromStdString(to_inline(*node)) + '\n';
}

// The text after the change, provided its data equal `expected`.
std::optional<std::string> YamlDocument::checked_edit(const std::string& text,
                                                      const layout::Value& layout,
                                                      const MakeEdit& make,
                                                      const Node& expected) const {
  const auto change = make(TextEdits(text, layout, schema_root()));
  if (!change) return {};
  std::string out = text;
  out.replace(change->begin, change->end - change->begin, change->with);
  const Parsed after = parse(out);
  if (!after.whole || !same_data(after.tree, expected)) return {};
  return out;
}

bool YamlDocument::commit(const MakeEdit& make, const DataEdit& edit, const QString& description,
                          const QString& merge_key) {
  Node expected = parsed_->tree;
  if (!edit(expected)) return false;
  std::optional<std::string> text = checked_edit(parsed_->text, *parsed_->layout, make, expected);
  const auto try_with = [&](const std::optional<std::string>& start) {
    const auto layout = start && !text ? layout::read_layout(*start) : std::nullopt;
    if (layout) text = checked_edit(*start, *layout, make, expected);
  };
  if (!text) try_with(without_aliases(parsed_->text, *parsed_->layout, parsed_->tree));
  // A block at the end of the text needs the line break that the file lacks.
  if (!text && !text_.endsWith('\n')) try_with(parsed_->text + "\n");
  if (!text) return false;
  set_text(QString::fromStdString(*text), description, merge_key);
  return true;
}

bool YamlDocument::set(const QString& path, const QString& yaml, const QString& merge_key) {
  if (yaml.contains('\n')) return set_block(path, yaml);
  if (const auto r = range(path); is_editable() && r && r->length > 0) {
    if (text_.mid(r->position, r->length) == yaml) return true;
  }
  return put(path, yaml, false, merge_key);
}

bool YamlDocument::set_block(const QString& path, const QString& block) {
  return put(path, block, true, {});
}

bool YamlDocument::put(const QString& path, const QString& yaml, bool block,
                       const QString& merge_key) {
  if (!is_editable()) return false;
  const std::string text = yaml.toStdString();
  const auto parts = split_path(path.toStdString(), parsed_->tree, schema_root());
  const auto value = parse_value(text, block);
  if (!parts || parts->empty() || !value) return false;
  return commit(
      [&](const TextEdits& edits) {
        return block ? edits.set_block(*parts, text, *value) : edits.set(*parts, text, *value);
      },
      [&](Node& tree) { return set_node(tree, *parts, *value); }, tr("Set %1").arg(path),
      merge_key);
}

bool YamlDocument::remove(const QString& path) {
  if (!is_editable()) return false;
  const auto parts = split_path(path.toStdString(), parsed_->tree, nullptr);
  if (!parts || parts->empty() || node_at(parsed_->tree, *parts) == nullptr) return false;
  const Removal removal = removal_of(*parts, parsed_->tree, schema_root());
  const QString description = tr("Remove %1").arg(path);
  if (removal.leaves_empty_map) {
    Node none;
    none.kind = Node::Kind::kMap;
    return commit([&](const TextEdits& edits) { return edits.set(removal.path, "{}", none); },
                  [&](Node& tree) { return set_node(tree, removal.path, none); }, description);
  }
  return commit([&](const TextEdits& edits) { return edits.remove(removal.path); },
                [&](Node& tree) { return remove_node(tree, removal.path); }, description);
}

bool YamlDocument::rename_key(const QString& path, const QString& new_key) {
  if (!is_editable() || new_key.isEmpty()) return false;
  const auto parts = split_path(path.toStdString(), parsed_->tree, nullptr);
  if (!parts || parts->empty()) return false;
  const std::string key = new_key.toStdString();
  if (parts->back().key == key) return node_at(parsed_->tree, *parts) != nullptr;
  return commit([&](const TextEdits& edits) { return edits.rename(*parts, key); },
                [&](Node& tree) { return rename_node(tree, *parts, key); },
                tr("Rename %1 to %2").arg(path, new_key));
}

bool YamlDocument::move_item(const QString& list, int from, int to) {
  if (!is_editable()) return false;
  const auto parts = split_path(list.toStdString(), parsed_->tree, nullptr);
  if (!parts) return false;
  if (from == to) return from >= 0 && from < size(list);
  return commit([&](const TextEdits& edits) { return edits.move(*parts, from, to); },
                [&](Node& tree) { return move_node(tree, *parts, from, to); },
                tr("Move an item of %1").arg(list));
}

bool YamlDocument::insert_item(const QString& list, int at, const QString& block) {
  const int count = size(list);
  if (at < 0 || at > count || !is_editable()) return false;
  const QString item = QStringLiteral("%1[%2]").arg(list).arg(at);
  if (at == count) return set_block(item, block);
  const auto parts = split_path(item.toStdString(), parsed_->tree, nullptr);
  const auto value = parse_value(block.toStdString(), true);
  if (!parts || !value) return false;
  return commit(
      [&](const TextEdits& edits) {
        return edits.insert_item(*parts, block.toStdString(), *value);
      },
      [&](Node& tree) { return insert_node(tree, *parts, *value); },
      tr("Insert into %1").arg(list));
}

QString YamlDocument::quoted(const QString& scalar) {
  return QString::fromStdString(quoted_scalar(scalar.toStdString()));
}

std::optional<YamlDocument::Range> YamlDocument::range(const QString& path) const {
  if (!parsed_->layout) return {};
  const auto parts = split_path(path.toStdString(), parsed_->tree, nullptr);
  const layout::Value* value = parts ? value_at(*parsed_->layout, *parts) : nullptr;
  if (value == nullptr) return {};
  const Offsets offsets(parsed_->text);
  const int begin = offsets.characters(value->begin);
  return Range{begin, offsets.characters(value->end) - begin};
}

QString YamlDocument::path_at(int position) const {
  if (!parsed_->layout) return {};
  const std::size_t at = Offsets(parsed_->text).bytes(position);
  return QString::fromStdString(path_at_offset(parsed_->text, *parsed_->layout, at));
}

}  // namespace seawind::gui
