// SPDX-License-Identifier: GPL-3.0-or-later
// Every shape of field is edited by keys; text and form must show the new value.
#include <QCheckBox>
#include <QToolButton>
#include <random>

#include "form_fixture.h"
#include "gui/form/cell.h"

namespace seawind::gui {
namespace {

const QString kProfileText = QStringLiteral(
    "# what it is\n"
    "description: a link  # short\n"
    "\n"
    "channel:\n"
    "  states:\n"
    "    - {name: good, dwell: 5s}\n"
    "    - {name: bad, dwell: 0.3s}\n"
    "downlink:\n"
    "  rate_base: 64kbit/s   # slow\n"
    "  propagation_delay: 0.3s\n"
    "  link_send_buffer_size: 20pkt\n"
    "  reordering: true\n"
    "  states:\n"
    "    bad: {error_probability: 60%}\n"
    "uplink:\n"
    "  rate_base: 64kbit/s\n"
    "  link_send_buffer_size: 20pkt\n");

struct Edit : FormFixture {
  explicit Edit(const QString& text = kProfileText) : FormFixture(Kind::kProfile, text) {}
  /// Expects the initial text with the line `before` replaced by `after`.
  void expect_line(const QString& before, const QString& after) {
    EXPECT_EQ(document.text().toStdString(),
              QString(kProfileText).replace(before + '\n', after + '\n').toStdString());
  }
  QString value(const QString& path) { return document.scalar(path).value_or("(none)"); }
};

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

TEST(Quantity, EmptiedItIsGone) {
  Edit on;
  on.type("downlink.propagation_delay", "");
  EXPECT_EQ(on.value("downlink.propagation_delay"), "0.3s") << "something else may be typed yet";
  QTest::keyClick(on.line("downlink.propagation_delay"), Qt::Key_Return);
  EXPECT_FALSE(on.document.has("downlink.propagation_delay"));
  EXPECT_EQ(on.line("downlink.propagation_delay")->placeholderText(), "0") << "the default";
}

TEST(Quantity, NonsenseIsWrittenAndTheCheckerSaysWhatIsWrong) {
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

TEST(Name, WhatIsNoneIsWrittenAndTheCheckerSaysTheRule) {
  Edit on(QString(kProfileText).replace("description: a link", "name: a"));
  const SchemaNode& node = *schema_at(*on.document.schema_root(), "name");
  EXPECT_TRUE(describe(node, "name").contains(node.rule)) << describe(node, "name").toStdString();
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

TEST(Drawn, ALawAndItsNumbers) {
  Edit on;
  on.choose("downlink.propagation_delay", "uniform", "law");
  EXPECT_EQ(on.value("downlink.propagation_delay.uniform.min"), "0.3s") << "begins as it was";
  on.type("downlink.propagation_delay.uniform.max", "400ms");
  EXPECT_EQ(on.value("downlink.propagation_delay.uniform.max"), "400ms");
  on.choose("downlink.propagation_delay", "value", "law");
  EXPECT_EQ(on.value("downlink.propagation_delay"), "0.3s");
}

TEST(Drawn, OneThatIsInheritedIsTakenOverWhole) {
  Edit on("extends: lte\n");
  on.type("downlink.rate_base.lognormal.median", "20Mbit/s");
  EXPECT_EQ(on.value("downlink.rate_base.lognormal.median"), "20Mbit/s");
  EXPECT_EQ(on.value("downlink.rate_base.lognormal.sigma"), "0.5");
  EXPECT_EQ(on.value("downlink.rate_base.lognormal.max"), "75Mbit/s");
  on.document.undo_stack().undo();
  EXPECT_EQ(on.document.text(), "extends: lte\n") << "one step";
}

TEST(List, ItemsAreAddedMovedAndRemoved) {
  Edit on;
  auto* list = on.field("channel.states");
  const auto press = [&](const QString& name) {
    for (auto* button : on.form().findChildren<QToolButton*>()) {
      if (button->accessibleName() == name) return QTest::mouseClick(button, Qt::LeftButton);
    }
    FAIL() << name.toStdString();
  };
  ASSERT_NE(list, nullptr);
  press("channel.states add");
  EXPECT_EQ(on.document.size("channel.states"), 3);
  EXPECT_EQ(on.value("channel.states[2].name"), "new");
  press("Move channel.states[2] up");
  EXPECT_EQ(on.value("channel.states[1].name"), "new");
  EXPECT_EQ(on.value("channel.states[2].name"), "bad");
  press("Reset channel.states[1]");
  EXPECT_EQ(on.document.text(), kProfileText) << "as before";
}

TEST(Map, KeysAreAddedNamedAnewAndRemoved) {
  const QString text =
      QStringLiteral("# a variant\nsysctl:\n  tcp_sack: 1  # on\n  tcp_timestamps: 0\n");
  FormFixture on(Kind::kTcp, text);
  on.type("sysctl.tcp_sack", "0");
  EXPECT_EQ(on.document.text(), QString(text).replace("tcp_sack: 1", "tcp_sack: 0"));
  for (auto* line : on.form().findChildren<QLineEdit*>()) {
    if (line->accessibleName() != "Add a key to sysctl") continue;
    line->setFocus();
    QTest::keyClicks(line, "tcp_frto");
    QTest::keyClick(line, Qt::Key_Return);
    break;
  }
  EXPECT_TRUE(on.document.has("sysctl.tcp_frto"));
  auto* reset = qobject_cast<QToolButton*>(on.form().reset_button("sysctl.tcp_frto"));
  ASSERT_NE(reset, nullptr);
  QTest::mouseClick(reset, Qt::LeftButton);
  EXPECT_FALSE(on.document.has("sysctl.tcp_frto"));
  for (auto* line : on.form().findChildren<QLineEdit*>()) {
    if (line->accessibleName() != "Name of sysctl.tcp_timestamps") continue;
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, "tcp_ecn");
    QTest::keyClick(line, Qt::Key_Return);
    break;
  }
  EXPECT_EQ(on.document.scalar("sysctl.tcp_ecn").value_or(""), "0");
}

TEST(Section, AKindIsChosen) {
  FormFixture on(Kind::kRouter, "root:\n  tail_drop: {limit: 20pkt}\n");
  on.choose("root", "red", "kind");
  EXPECT_TRUE(on.document.has("root.red"));
  EXPECT_FALSE(on.document.has("root.tail_drop"));
  EXPECT_NE(on.field("root.red.min_threshold"), nullptr);
}

TEST(Section, CommonKeysStayWithAnotherKind) {
  FormFixture on(Kind::kWorkload,
                 "flows:\n  - name: a  # first\n    start: 1s\n    bulk_tcp: {size: 10kB}\n");
  on.choose("flows[0]", "ping", "kind");
  EXPECT_EQ(on.document.scalar("flows[0].start").value_or(""), "1s");
  EXPECT_TRUE(on.document.has("flows[0].ping"));
  EXPECT_FALSE(on.document.has("flows[0].bulk_tcp"));
  EXPECT_TRUE(on.document.text().contains("# first"));
  on.document.undo_stack().undo();
  EXPECT_TRUE(on.document.has("flows[0].bulk_tcp")) << "one step";
}

TEST(Section, OneThatMayBeOff) {
  Edit on;
  on.choose("downlink.loss_pattern", "gilbert_elliott", "kind");
  on.type("downlink.loss_pattern.gilbert_elliott.p", "2%");
  EXPECT_EQ(on.value("downlink.loss_pattern.gilbert_elliott.p"), "2%");
  on.choose("downlink.loss_pattern", "off", "kind");
  EXPECT_EQ(on.document.text(), kProfileText);
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

TEST(Broken, TheFormKeepsTheLastValuesAndSaysWhere) {
  Edit on;
  on.line("downlink.rate_base");
  on.document.replace(0, 0, "x: [\n", "break it");
  ASSERT_FALSE(on.document.is_whole());
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
  QObject::connect(on.view.get(), &DocumentView::copy_wanted, [&] { ++wanted; });
  on.type("downlink.rate_base", "1");
  EXPECT_EQ(on.line("downlink.rate_base")->text(), "64");
  on.choose("downlink.error_handling", "DELAY");
  QTest::keyClicks(&on.editor(), "x");
  EXPECT_EQ(on.document.text(), kProfileText);
  EXPECT_GE(wanted, 3);
}

TEST(Search, FindsAKeyByItsMeaning) {
  Edit on;
  QTest::keyClick(&on.form(), Qt::Key_F, Qt::ControlModifier);
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
          if (on.document.is_whole()) on.type(pick(lines), pick(texts));
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
