// SPDX-License-Identifier: GPL-3.0-or-later
// Every shape of single field is edited by keys; text and form must show the new value.
#include <random>

#include "edit_fixture.h"
#include "gui/form/cell.h"
#include "gui/form/inherited.h"

namespace seawind::gui {
namespace {

TEST(Quantity, NumberIsTyped) {
  Edit on;
  on.type("downlink.rate_base", "128");
  on.expect_line("  rate_base: 64kbit/s   # slow", "  rate_base: 128kbit/s   # slow");
  EXPECT_EQ(on.document.undo_stack().count(), 1) << "typing into a field is one step";
}

TEST(Quantity, UnitIsChosenAndTheNumberStays) {
  Edit on;
  on.choose("downlink.rate_base", "Mbit/s", "unit");
  on.expect_line("  rate_base: 64kbit/s   # slow", "  rate_base: 64Mbit/s   # slow");
}

TEST(Quantity, UnitIsTyped) {
  Edit on;
  on.type("downlink.propagation_delay", "250ms");
  on.expect_line("  propagation_delay: 0.3s", "  propagation_delay: 250ms");
  EXPECT_EQ(on.document.undo_stack().count(), 1);
}

TEST(Quantity, TheTextAsWrittenStays) {
  Edit on;
  auto* line = on.line("downlink.propagation_delay");
  EXPECT_EQ(line->text(), "0.3");
  line->setFocus();
  QTest::keyClick(line, Qt::Key_Return);
  on.form().setFocus();
  EXPECT_EQ(on.document.text(), kProfileText);
}

TEST(Quantity, AnEmptyLineRemovesTheKey) {
  Edit on;
  on.type("downlink.propagation_delay", "");
  EXPECT_EQ(on.value("downlink.propagation_delay"), "0.3s") << "something else may be typed yet";
  QTest::keyClick(on.line("downlink.propagation_delay"), Qt::Key_Return);
  EXPECT_FALSE(on.document.has("downlink.propagation_delay"));
  EXPECT_EQ(on.line("downlink.propagation_delay")->placeholderText(), "0") << "the default";
}

TEST(Quantity, AnInvalidTextIsWrittenAndTheCheckerNamesTheProblem) {
  Edit on;
  on.type("downlink.rate_base", "fast");
  EXPECT_EQ(on.value("downlink.rate_base"), "fast");
  ASSERT_TRUE(on.checked());
  const QString problem = on.form().problem_at("downlink.rate_base");
  EXPECT_FALSE(problem.isEmpty());
  EXPECT_TRUE(problem.startsWith(on.view->checker().problems().front().message))
      << problem.toStdString();
  on.type("downlink.rate_base", "64kbit/s");
  ASSERT_TRUE(on.checked());
  EXPECT_EQ(on.form().problem_at("downlink.rate_base"), "");
}

TEST(Name, AnInvalidNameIsWrittenAndTheCheckerNamesTheRule) {
  Edit on(QString(kProfileText).replace("description: a link", "name: a"));
  const SchemaNode& node = *schema_at(*on.document.schema_root(), "name");
  EXPECT_TRUE(tip_of(node, "name").simplified().contains(node.rule))
      << tip_of(node, "name").toStdString();
  on.type("name", "`touch x`");
  EXPECT_EQ(on.value("name"), "`touch x`");
  ASSERT_TRUE(on.checked());
  EXPECT_TRUE(on.form().problem_at("name").contains(node.rule))
      << on.form().problem_at("name").toStdString();
  on.type("name", "a b");
  ASSERT_TRUE(on.checked());
  EXPECT_EQ(on.form().problem_at("name"), "");
}

TEST(Limit, BytesOrPackets) {
  Edit on;
  EXPECT_EQ(on.line("downlink.link_send_buffer_size")->text(), "20");
  on.choose("downlink.link_send_buffer_size", "kB", "unit");
  EXPECT_EQ(on.value("downlink.link_send_buffer_size"), "20kB");
}

TEST(Off, IsAmongTheUnits) {
  Edit on;
  on.type("downlink.queue_max_length", "3");
  EXPECT_EQ(on.value("downlink.queue_max_length"), "3pkt");
  on.choose("downlink.queue_max_length", "off", "unit");
  EXPECT_EQ(on.value("downlink.queue_max_length"), "off");
  on.type("downlink.queue_max_length", "4");
  EXPECT_EQ(on.value("downlink.queue_max_length"), "4pkt");
}

TEST(Whole, IsTyped) {
  Edit on;
  on.type("uplink.user_max_rate", "4");
  EXPECT_EQ(on.value("uplink.user_max_rate"), "4");
}

TEST(Text, SpecialCharactersAreQuoted) {
  Edit on;
  on.type("description", "a: b # c");
  EXPECT_EQ(on.value("description"), "a: b # c");
  EXPECT_TRUE(on.document.text().startsWith("# what it is\n"));
  EXPECT_TRUE(on.document.text().contains("  # short\n"));
}

TEST(Text, AnEmptyLineRemovesTheKeyWhenItIsLeftSoThatANewTextKeepsTheComments) {
  Edit on;
  on.type("description", "");
  EXPECT_EQ(on.document.text(), kProfileText) << "something else may be typed yet";
  on.type("description", "mine");
  on.expect_line("description: a link  # short", "description: mine  # short");
  on.type("description", "");
  QTest::keyClick(on.line("description"), Qt::Key_Return);
  EXPECT_FALSE(on.document.has("description"));
}

TEST(Switch, IsClicked) {
  Edit on;
  auto* box = on.control<QCheckBox>("downlink.reordering");
  EXPECT_TRUE(box->isChecked());
  QTest::keyClick(box, Qt::Key_Space);
  on.expect_line("  reordering: true", "  reordering: false");
  box = on.control<QCheckBox>("uplink.reordering");
  EXPECT_FALSE(box->isChecked());
  QTest::keyClick(box, Qt::Key_Space);
  EXPECT_EQ(on.value("uplink.reordering"), "true");
}

TEST(Choice, IsChosen) {
  Edit on;
  on.choose("downlink.error_handling", "DELAY_ITERATE");
  EXPECT_EQ(on.value("downlink.error_handling"), "DELAY_ITERATE");
}

TEST(Reference, ListsFilesAndTakesAnyText) {
  Edit on;
  auto* box = on.control<QComboBox>("extends");
  EXPECT_GE(box->findText("e0"), 0);
  on.type("extends", "gprs");
  EXPECT_EQ(on.value("extends"), "gprs");
}

TEST(Items, OnOneLine) {
  Edit on;
  on.type("channel.cycle", "good, bad, good");
  EXPECT_EQ(on.document.size("channel.cycle"), 3);
  EXPECT_EQ(on.value("channel.cycle[1]"), "bad");
  EXPECT_EQ(on.document.undo_stack().count(), 1);
}

TEST(Map, TheContentOfAFileHasRoomForLines) {
  FormFixture on(Kind::kWorkload,
                 "flows:\n"
                 "  - command:\n"
                 "      source: {argv: [nginx], files: {nginx.conf: a, motd: b}}\n");
  for (const char* name : {"nginx.conf", "motd"}) {
    const QWidget* field = on.field(QString("flows[0].command.source.files.") + name);
    ASSERT_NE(field, nullptr) << name;
    EXPECT_NE(field->findChild<QPlainTextEdit*>(), nullptr) << name;
  }
}

TEST(Reset, RemovesTheKeyAndShowsTheDefault) {
  Edit on;
  ASSERT_NE(on.field("downlink.link_send_buffer_size"), nullptr);
  auto* reset =
      qobject_cast<QToolButton*>(on.form().reset_button("downlink.link_send_buffer_size"));
  QTest::mouseClick(reset, Qt::LeftButton);
  on.expect_line("  propagation_delay: 0.3s\n  link_send_buffer_size: 20pkt",
                 "  propagation_delay: 0.3s");
  EXPECT_FALSE(reset->isEnabled());
  EXPECT_EQ(reset->text(), "required");
}

TEST(Required, NotBesideAKeyThatStandsInForIt) {
  Edit on;
  const auto mark = [&] {
    EXPECT_NE(on.field("downlink.rate_base"), nullptr);
    return qobject_cast<QToolButton*>(on.form().reset_button("downlink.rate_base"))->text();
  };
  EXPECT_NE(mark(), "required");
  ASSERT_TRUE(on.document.remove("downlink.rate_base"));
  EXPECT_EQ(mark(), "required");
  ASSERT_TRUE(on.document.set("downlink.rate_schedule", "[{at: 0s, rate: 64kbit/s}]"));
  EXPECT_EQ(mark(), "");
  ASSERT_TRUE(on.document.remove("downlink.rate_schedule"));
  EXPECT_EQ(mark(), "required");
}

TEST(Inherited, AnotherChoiceInANearerFileReplacesTheSection) {
  const QTemporaryDir own;
  ASSERT_TRUE(QDir(own.path()).mkdir("profiles"));
  const auto write = [&](const QString& name, const QByteArray& text) {
    QFile file(own.filePath("profiles/" + name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
  };
  write("far.yaml", "extends: e0\ndownlink: {loss_pattern: {gilbert_elliott: {p: 1%}}}\n");
  write("near.yaml", "extends: far\ndownlink: {loss_pattern: {four_state: {p13: 1%}}}\n");
  const Places places = test_places(own.path());
  YamlDocument document(Kind::kProfile, places);
  document.reset("extends: near\n");
  const Inherited inherited(document, places);
  EXPECT_EQ(inherited.find("downlink.rate_base").from, "e0");
  EXPECT_EQ(inherited.find("downlink.loss_pattern.four_state.p13").from, "near");
  EXPECT_EQ(inherited.find("downlink.loss_pattern.gilbert_elliott.p").node, nullptr);
}

TEST(Inherited, IsGreyWithTheNameOfTheFile) {
  const auto on = FormFixture::of(Kind::kProfile, "r4");
  auto* line = on->line("downlink.rate_base");
  EXPECT_EQ(line->text(), "");
  EXPECT_EQ(line->placeholderText(), "64");
  auto* origin = qobject_cast<QToolButton*>(on->form().reset_button("downlink.rate_base"));
  EXPECT_EQ(origin->text(), "e0");
  EXPECT_FALSE(origin->isEnabled());
}

TEST(States, StandBesideTheDirectionAndAreOverriddenThere) {
  Edit on;
  EXPECT_EQ(on.form().shown_states(), QStringList{"bad"}) << "what differs is shown";
  EXPECT_EQ(on.line("downlink.states.bad.error_probability")->text(), "60");
  EXPECT_EQ(on.line("downlink.states.bad.rate_base")->placeholderText(), "64");
  on.type("downlink.states.bad.rate_base", "16kbit/s");
  EXPECT_EQ(on.value("downlink.states.bad.rate_base"), "16kbit/s");
  on.form().show_state("good", true);
  on.type("uplink.states.good.error_probability", "1%");
  EXPECT_EQ(on.value("uplink.states.good.error_probability"), "1%");
  QTest::mouseClick(on.form().reset_button("uplink.states.good.error_probability"), Qt::LeftButton);
  EXPECT_FALSE(on.document.has("uplink.states")) << "nothing empty is left";
}

TEST(Broken, TheFormKeepsTheLastValuesAndNamesTheLine) {
  Edit on;
  on.line("downlink.rate_base");
  on.document.replace(0, 0, "x: [\n", "break it");
  ASSERT_FALSE(on.document.is_valid());
  ASSERT_TRUE(on.checked());
  EXPECT_TRUE(on.form().notice().contains("not YAML")) << on.form().notice().toStdString();
  EXPECT_TRUE(on.form().notice().contains("Line ")) << on.form().notice().toStdString();
  EXPECT_EQ(on.line("downlink.rate_base")->text(), "64");
  EXPECT_FALSE(on.line("downlink.rate_base")->isEnabled());
  on.document.undo_stack().undo();
  ASSERT_TRUE(on.checked());
  EXPECT_EQ(on.form().notice(), "");
  EXPECT_TRUE(on.line("downlink.rate_base")->isEnabled());
}

TEST(ReadOnly, NothingChangesAndACopyIsOffered) {
  Edit on;
  on.view->set_read_only(true);
  int wanted = 0;
  QObject::connect(on.view.get(), &DocumentView::copy_requested, [&] { ++wanted; });
  on.type("downlink.rate_base", "1");
  EXPECT_EQ(on.line("downlink.rate_base")->text(), "64");
  on.choose("downlink.error_handling", "DELAY");
  QTest::keyClicks(&on.editor(), "x");
  EXPECT_GE(wanted, 3);
  for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) QTest::keyClick(&on.editor(), key);
  EXPECT_EQ(on.document.text(), kProfileText);
}

TEST(Search, FindsAKeyByItsMeaning) {
  Edit on;
  on.form().find_key();
  auto* search = qobject_cast<QLineEdit*>(on.form().focusWidget());
  ASSERT_NE(search, nullptr);
  QTest::keyClicks(search, "one-way delay");
  ASSERT_NE(search->completer(), nullptr);
  ASSERT_TRUE(QTest::qWaitFor([&] { return search->completer()->completionCount() > 0; }));
  EXPECT_TRUE(search->completer()->currentCompletion().startsWith("propagation_delay"));
}

// Random edits through form and text. Undoing all of them restores the first bytes; redoing them
// restores the last ones.
TEST(Undo, OfEverythingGivesTheFirstBytes) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Edit on;
    const QStringList lines{"downlink.rate_base",
                            "downlink.propagation_delay",
                            "description",
                            "uplink.link_send_buffer_size",
                            "uplink.max_retransmissions",
                            "downlink.states.bad.error_probability",
                            "channel.lead_in"};
    const QStringList texts{"1", "250ms", "off", "x y", "60%", "12kB", ""};
    for (int step = 0; step < 30; ++step) {
      const auto pick = [&](const QStringList& from) {
        return from[static_cast<qsizetype>(random() % static_cast<unsigned>(from.size()))];
      };
      switch (random() % 4) {
        case 0:
        case 1:
          if (on.document.is_valid()) on.type(pick(lines), pick(texts));
          break;
        case 2: {
          auto& editor = on.editor();
          editor.setFocus();
          const auto at =
              static_cast<int>(random() % static_cast<unsigned>(on.document.text().size() + 1));
          auto cursor = editor.textCursor();
          cursor.setPosition(at);
          editor.setTextCursor(cursor);
          QTest::keyClicks(&editor, pick({"# c", " ", "a", "0"}));
          if (random() % 2 == 0) QTest::keyClick(&editor, Qt::Key_Backspace);
          break;
        }
        default:
          if (random() % 2 == 0) {
            on.document.undo_stack().undo();
          } else {
            on.document.undo_stack().redo();
          }
      }
      ASSERT_EQ(on.editor().toPlainText(), on.document.text());
    }
    const QString last = on.document.text();
    auto& stack = on.document.undo_stack();
    const int steps = stack.index();
    while (stack.canUndo()) stack.undo();
    EXPECT_EQ(on.document.text(), kProfileText);
    EXPECT_EQ(on.editor().toPlainText(), kProfileText);
    stack.setIndex(steps);
    EXPECT_EQ(on.document.text(), last);
  }
}

}  // namespace
}  // namespace seawind::gui
