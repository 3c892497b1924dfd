// SPDX-License-Identifier: GPL-3.0-or-later
// Random edits of every shipped file. The data of the resulting text, read by another YAML parser,
// must equal the edited data. Comments and untouched lines must stay.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "gui/document/schema.h"
#include "gui/document/tree_edits.h"
#include "tests/configs/yaml_json.h"
#include "tests/gui/document/document_fixture.h"

namespace seawind::gui {
namespace {

using nlohmann::json;

constexpr int kEdits = 6;  // per file

struct Spot {
  QString path;
  json::json_pointer pointer = json::json_pointer();
};

void spots_of(const json& node, const Spot& here, std::vector<Spot>& all) {
  if (!here.path.isEmpty()) all.push_back(here);
  if (node.is_object()) {
    for (const auto& [key, value] : node.items()) {
      spots_of(value, {join_path(here.path, QString::fromStdString(key)), here.pointer / key}, all);
    }
  } else if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      spots_of(node[i], {here.path + QString("[%1]").arg(i), here.pointer / i}, all);
    }
  }
}

json data_of(const QString& text) {
  return seawind::test::to_json(YAML::Load(text.toStdString()));
}

QStringList comments_of(const QString& text) {
  static const QRegularExpression kComment(R"((^|[ \t])(#.*)$)",
                                           QRegularExpression::MultilineOption);
  QStringList all;
  for (auto it = kComment.globalMatch(text); it.hasNext();)
    all.push_back(it.next().captured(2).trimmed());
  all.sort();
  return all;
}

class Editor {
 public:
  Editor(YamlDocument& document, unsigned seed) : document_(document), random_(seed) {}

  /// Makes one edit. Returns false if the selected edit is impossible for this document.
  bool edit() {
    before_ = document_.text();
    expected_ = data_of(before_);
    if (expected_.is_null()) expected_ = json::object();
    spots_.clear();
    spots_of(expected_, {}, spots_);
    if (spots_.empty()) return add();
    switch (pick(7)) {
      case 0:
        return set();
      case 1:
        return remove();
      case 2:
        return add();
      case 3:
        return rename();
      case 4:
        return move();
      case 5:
        return insert();
      default:
        return set_to_itself();
    }
  }

  void check() const {
    EXPECT_TRUE(data_of(document_.text()) == expected_) << what_ << "\n"
                                                        << before_.toStdString() << "---\n"
                                                        << document_.text().toStdString();
    EXPECT_TRUE(document_.is_valid());
    if (keeps_comments_) {
      EXPECT_EQ(comments_of(document_.text()), comments_of(before_)) << what_;
    }
  }
  const std::string& what() const { return what_; }

 private:
  std::size_t pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }
  Spot& any() { return spots_[pick(spots_.size())]; }
  json& at(const Spot& spot) { return expected_[spot.pointer]; }

  void begin(const char* operation, const QString& path, bool keeps_comments) {
    what_ = std::string(operation) + " " + path.toStdString();
    keeps_comments_ = keeps_comments;
  }
  // Every edit must succeed, because no shipped file contains unsupported syntax.
  bool done(bool worked) const {
    EXPECT_TRUE(worked) << what_ << "\n" << document_.text().toStdString();
    return true;
  }

  bool set() {
    const Spot& spot = any();
    const bool plain = at(spot).is_primitive();
    begin("set", spot.path, plain);
    static const char* const kTexts[] = {"7x", "a: b", "# no comment", "ä, [📶]", "it's", "300ms"};
    const QString text = QString::fromUtf8(kTexts[pick(std::size(kTexts))]);
    at(spot) = text.toStdString();
    return done(document_.set(spot.path, YamlDocument::quoted(text)));
  }

  bool remove() {
    const Spot spot = any();
    begin("remove", spot.path, false);
    const SchemaNode* root = document_.schema_root();
    json::json_pointer gone = spot.pointer;
    QString path = spot.path;
    while (!gone.parent_pointer().empty() && expected_[gone.parent_pointer()].size() == 1) {
      gone = gone.parent_pointer();
      path = path.left(std::max(path.lastIndexOf('.'), path.lastIndexOf('[')));
      const SchemaNode* node = schema_at(*root, path);
      if (node == nullptr || node->choice.isEmpty()) continue;
      expected_[gone] = json::object();
      return done(document_.remove(spot.path));
    }
    json& parent = expected_[gone.parent_pointer()];
    if (parent.is_array()) {
      parent.erase(std::stoul(gone.back()));
    } else {
      parent.erase(gone.back());
    }
    if (expected_.empty()) expected_ = nullptr;
    const bool worked = document_.remove(spot.path);
    if (expected_.is_null() && data_of(document_.text()) == json::object()) {
      expected_ = json::object();  // an empty map {} stays {}
    }
    return done(worked);
  }

  bool add() {
    Spot spot = spots_.empty() || pick(4) == 0 ? Spot{} : any();
    if (!spot.path.isEmpty() && !at(spot).is_object()) return false;
    const SchemaNode* node = schema_at(*document_.schema_root(), spot.path);
    if (node == nullptr || node->children.empty()) return false;
    const SchemaNode* child = node->children[pick(node->children.size())];
    if (expected_[spot.pointer].contains(child->key.toStdString())) return false;
    const QString path = join_path(spot.path, child->key);
    begin("add", path, true);
    json& made = expected_[spot.pointer][child->key.toStdString()];
    if (child->shape == SchemaNode::Shape::kSection && !child->children.empty()) {
      const QString key = child->children[0]->key;
      made[key.toStdString()] = "1B";
      return done(document_.set(path + '.' + key, "1B"));
    }
    made = "1B";
    return done(document_.set(path, "1B"));
  }

  bool rename() {
    const Spot spot = any();
    if (spot.path.endsWith(']')) return false;
    begin("rename", spot.path, true);
    json& parent = expected_[spot.pointer.parent_pointer()];
    if (parent.contains("new key")) return false;
    parent["new key"] = at(spot);
    parent.erase(spot.pointer.back());
    return done(document_.rename_key(spot.path, "new key"));
  }

  bool move() {
    const Spot& spot = any();
    json& list = at(spot);
    if (!list.is_array() || list.size() < 2) return false;
    const std::size_t from = pick(list.size());
    const std::size_t to = pick(list.size());
    begin("move", spot.path, true);
    const json moved = list[from];
    list.erase(from);
    list.insert(list.begin() + static_cast<long>(to), moved);
    return done(document_.move_item(spot.path, static_cast<int>(from), static_cast<int>(to)));
  }

  bool insert() {
    const Spot& spot = any();
    json& list = at(spot);
    if (!list.is_array() || list.empty()) return false;
    const std::size_t from = pick(list.size());
    const std::size_t to = pick(list.size() + 1);
    begin("insert", spot.path, false);
    const QString block = document_.block(spot.path + QString("[%1]").arg(from));
    list.insert(list.begin() + static_cast<long>(to), json(list[from]));
    return done(document_.insert_item(spot.path, static_cast<int>(to), block));
  }

  bool set_to_itself() {
    const Spot& spot = any();
    begin("set to itself", spot.path, true);
    return done(document_.set_block(spot.path, document_.block(spot.path)));
  }

  YamlDocument& document_;
  std::mt19937 random_;
  QString before_;
  json expected_;
  std::vector<Spot> spots_;
  std::string what_;
  bool keeps_comments_ = false;
};

TEST(EveryShippedFile, RandomEditsChangeWhatTheyMustAndCanBeUndone) {
  static unsigned seed = 1;  // --gtest_repeat uses other edits in each repetition
  int edits = 0;
  for (const auto& [kind, file] : test::all_shipped()) {
    SCOPED_TRACE(file.toStdString());
    YamlDocument document(kind, test::source_places());
    QString error;
    ASSERT_TRUE(document.load(file, error)) << error.toStdString();
    EXPECT_EQ(document.text().toUtf8(), test::bytes_of(file));
    if (seed % 3 == 0) {  // with CRLF and without a final line break
      document.reset(QString(document.text()).replace("\n", "\r\n").chopped(2));
    }
    const QString original = document.text();
    Editor editor(document, seed++);
    for (int i = 0; i < kEdits; ++i) {
      if (!editor.edit()) continue;
      ++edits;
      editor.check();
      if (HasFailure()) return;
    }
    const QString last = document.text();
    while (document.undo_stack().canUndo()) document.undo_stack().undo();
    EXPECT_EQ(document.text(), original);
    while (document.undo_stack().canRedo()) document.undo_stack().redo();
    EXPECT_EQ(document.text(), last);
  }
  EXPECT_GT(edits, 300);
}

// Setting a value to itself changes no byte. The same holds for a block, unless it is in flow style
// or begins on the line of its dash.
TEST(EveryShippedFile, IsTheSameWhenNothingChanges) {
  ASSERT_GT(test::all_shipped().size(), 50U);
  for (const auto& [kind, file] : test::all_shipped()) {
    YamlDocument document(kind, test::source_places());
    QString error;
    ASSERT_TRUE(document.load(file, error));
    std::vector<Spot> spots;
    spots_of(data_of(document.text()), {}, spots);
    for (const Spot& spot : spots) {
      const auto range = document.range(spot.path);
      if (!range) {
        EXPECT_TRUE(document.text().contains('*')) << spot.path.toStdString();
        continue;  // the value is behind an alias
      }
      const QString written = document.text().mid(range->position, range->length);
      if (written.contains('\n')) continue;
      EXPECT_TRUE(document.set(spot.path, written)) << spot.path.toStdString();
    }
    EXPECT_FALSE(document.is_modified()) << file.toStdString();
    EXPECT_EQ(document.text().toUtf8(), test::bytes_of(file));
  }
}

}  // namespace
}  // namespace seawind::gui
