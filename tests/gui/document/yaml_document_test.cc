// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks, undo steps, signals, text that is not YAML, places and quoting.
#include "gui/document/yaml_document.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/gui/document/document_fixture.h"

namespace seawind::gui {
namespace {

constexpr const char* kTree =
    "# The head.\n"
    "root:\n"
    "  priority:\n"
    "    classes:\n"
    "      - name: audio\n"
    "        # shaped\n"
    "        discipline:\n"
    "          token_bucket:\n"
    "            rate: 32kbit/s  # of the codec\n"
    "            discipline: {tail_drop: {limit: 11520B}}\n"
    "      - name: rest\n"
    "        discipline:\n"
    "          tail_drop: {limit: 20pkt}\n";

TEST(RouterTree, SubtreeMovesToAnotherClassWithItsComments) {
  YamlDocument document(Kind::kRouter, test::source_places());
  document.reset(kTree);
  const QString from = "root.priority.classes[0].discipline";
  const QString subtree = document.block(from);
  EXPECT_EQ(subtree.toStdString(),
            "token_bucket:\n  rate: 32kbit/s  # of the codec\n  discipline: {tail_drop: {limit: "
            "11520B}}\n");
  ASSERT_TRUE(document.set_block("root.priority.classes[1].discipline", subtree));
  ASSERT_TRUE(document.set(from, "{discard: {}}"));
  EXPECT_EQ(document.text().toStdString(),
            "# The head.\n"
            "root:\n"
            "  priority:\n"
            "    classes:\n"
            "      - name: audio\n"
            "        # shaped\n"
            "        discipline: {discard: {}}\n"
            "      - name: rest\n"
            "        discipline:\n"
            "          token_bucket:\n"
            "            rate: 32kbit/s  # of the codec\n"
            "            discipline: {tail_drop: {limit: 11520B}}\n");
  document.undo_stack().undo();
  document.undo_stack().undo();
  EXPECT_EQ(document.text().toStdString(), kTree);
}

TEST(RouterTree, TreeIsWrappedIntoADisciplineAndUnwrapped) {
  YamlDocument document(Kind::kRouter, test::source_places());
  document.reset("root:\n  tail_drop: {limit: 20pkt} # small\n");
  const QString inner = document.block("root");
  EXPECT_EQ(inner.toStdString(), "tail_drop: {limit: 20pkt} # small\n");
  QString wrapped = "token_bucket:\n  rate: 1Mbit/s\n  discipline:\n";
  for (const QString& line : inner.trimmed().split('\n')) wrapped += "    " + line + "\n";
  ASSERT_TRUE(document.set_block("root", wrapped));
  EXPECT_EQ(document.block("root.token_bucket.discipline"), inner);
  ASSERT_TRUE(document.set_block("root", document.block("root.token_bucket.discipline")));
  EXPECT_EQ(document.text().toStdString(), "root:\n  tail_drop: {limit: 20pkt} # small\n");
}

TEST(YamlDocumentSteps, TypingIntoOneFieldIsOneStep) {
  YamlDocument document(Kind::kTestSet, test::source_places());
  document.reset("seed: 1\nmtu: 5B\n");
  for (const char* text : {"12", "123", "1234"}) ASSERT_TRUE(document.set("seed", text, "seed"));
  ASSERT_TRUE(document.set("mtu", "68B", "mtu"));
  EXPECT_EQ(document.undo_stack().count(), 2);
  document.undo_stack().undo();
  document.undo_stack().undo();
  EXPECT_EQ(document.text(), "seed: 1\nmtu: 5B\n");
  EXPECT_FALSE(document.is_modified());
  document.undo_stack().redo();
  EXPECT_EQ(document.text(), "seed: 1234\nmtu: 5B\n");
}

TEST(YamlDocumentSteps, TypedAndTypedBackIsNoChange) {
  YamlDocument document(Kind::kTestSet, test::source_places());
  document.reset("seed: 1\n");
  ASSERT_TRUE(document.set("seed", "12", "seed"));
  ASSERT_TRUE(document.set("seed", "1", "seed"));
  EXPECT_FALSE(document.is_modified());
  EXPECT_EQ(document.undo_stack().count(), 0);
}

TEST(YamlDocumentSteps, SameValueIsNoStep) {
  YamlDocument document(Kind::kTestSet, test::source_places());
  document.reset("seed: 1\n");
  const QSignalSpy changed(&document, &YamlDocument::text_changed);
  EXPECT_TRUE(document.set("seed", "1"));
  EXPECT_EQ(document.undo_stack().count(), 0);
  EXPECT_EQ(changed.count(), 0);
}

TEST(YamlDocumentSignals, HaveTheSmallestRange) {
  YamlDocument document(Kind::kTestSet, test::source_places());
  document.reset("description: 📶ä\nmtu: 576B\n");
  QSignalSpy text(&document, &YamlDocument::text_changed);
  const QSignalSpy tree(&document, &YamlDocument::tree_changed);
  const QSignalSpy modified(&document, &YamlDocument::modified_changed);
  ASSERT_TRUE(document.set("mtu", "596B"));
  ASSERT_EQ(text.count(), 1);
  EXPECT_EQ(text[0],
            (QVariantList{23, 1, 1}));  // the 7 becomes a 9; the emoji counts as two characters
  EXPECT_EQ(tree.count(), 1);
  EXPECT_EQ(modified.count(), 1);
}

TEST(YamlDocumentBroken, KeepsTheLastTreeAndRefusesEdits) {
  YamlDocument document(Kind::kTestSet, test::source_places());
  document.reset("seed: 1\nmtu: 5B\n");
  const QSignalSpy tree(&document, &YamlDocument::tree_changed);
  document.replace(6, 1, "[1", "typed");
  EXPECT_FALSE(document.is_valid());
  EXPECT_EQ(tree.count(), 0);
  EXPECT_EQ(document.scalar("mtu"), "5B");
  EXPECT_FALSE(document.set("mtu", "6B"));
  EXPECT_FALSE(document.remove("mtu"));
  EXPECT_FALSE(document.range("mtu"));
  document.undo_stack().undo();
  EXPECT_TRUE(document.is_valid());
  EXPECT_EQ(tree.count(), 1);
}

TEST(YamlDocumentBroken, OddYamlCanBeReadButNotEditedByPath) {
  YamlDocument document(Kind::kTestSet, test::source_places());
  document.reset("? seed\n: 1\n");
  EXPECT_TRUE(document.is_valid());
  EXPECT_EQ(document.scalar("seed"), "1");
  EXPECT_FALSE(document.is_editable());
  EXPECT_FALSE(document.set("seed", "2"));
}

TEST(YamlDocumentPlaces, RangesAndPathsAgree) {
  YamlDocument document(Kind::kWorkload, test::source_places());
  const QString text =
      "description: ä  # c\n\nflows:\n  # f\n  - name: a\n    http: {objects: 8}\n  - name: b\n";
  document.reset(text);
  const auto at = [&](const char* what) { return static_cast<int>(text.indexOf(what)); };
  const auto shown = [&](const char* path) {
    const auto r = document.range(path);
    return r ? text.mid(r->position, r->length) : QString();
  };
  EXPECT_EQ(shown("description"), "ä");
  EXPECT_EQ(shown("flows[0].http"), "{objects: 8}");
  EXPECT_EQ(shown("flows[0].http.objects"), "8");
  EXPECT_EQ(shown("flows[2]"), "");
  EXPECT_EQ(document.path_at(at("# c")), "description");
  EXPECT_EQ(document.path_at(at("8}")), "flows[0].http.objects");
  EXPECT_EQ(document.path_at(at("http")), "flows[0].http");
  EXPECT_EQ(document.path_at(at("b\n")), "flows[1].name");
  EXPECT_EQ(document.path_at(at("- name: b")), "flows[1]");
  EXPECT_EQ(document.path_at(at("\nflows")), "");
  EXPECT_EQ(document.path_at(at("# f")), "flows");
}

TEST(YamlDocumentPlaces, QuotedIsReadBackAsItWas) {
  YamlDocument document(Kind::kTcp, test::source_places());
  document.reset("sysctl: {a: 1}\n");
  for (const char* text :
       {"",     " ",     "plain", "a b", "- a",   "-1",        "a: b",        "a:b",
        "a #b", "a#b",   "#",     "'",   "\"q\"", "~",         "null",        "true",
        "[x]",  "a, b",  "{",     "*a",  "&a",    "!t",        "%",           "@",
        "`",    "|",     ">",     "?",   "a?b",   "tab\there", "line\nbreak", "back\\slash",
        "ä€📶",  "ends:", ": x",   "---", "..."}) {
    ASSERT_TRUE(document.set("sysctl.a", YamlDocument::quoted(QString::fromUtf8(text)))) << text;
    EXPECT_EQ(document.scalar("sysctl.a"), QString::fromUtf8(text))
        << document.text().toStdString();
  }
}

// Control characters are rejected, because the text can reach terminals.
TEST(YamlDocumentPlaces, AControlCharacterIsNotWritten) {
  YamlDocument document(Kind::kTcp, test::source_places());
  const QString before = "sysctl: {a: 1}\n";
  document.reset(before);
  for (const char* text : {"\x01", "a\x1b[2J", "\x7f", "\xc2\x85"}) {
    EXPECT_FALSE(document.set("sysctl.a", YamlDocument::quoted(QString::fromUtf8(text)))) << text;
    EXPECT_EQ(document.text(), before);
  }
}

}  // namespace
}  // namespace seawind::gui
