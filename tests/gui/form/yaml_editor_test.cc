// SPDX-License-Identifier: GPL-3.0-or-later
// The text editor beside the form.
#include <QSignalSpy>
#include <QtWidgets>

#include "form_fixture.h"

namespace seawind::gui {
namespace {

const QString kText = QStringLiteral(
    "description: a link\n"
    "downlink:\n"
    "  rate_base: 64kbit/s\n"
    "uplink:\n"
    "  rate_base: 64kbit/s\n");

struct Texts : FormFixture {
  explicit Texts(const QString& text = kText) : FormFixture(Kind::kProfile, text) {
    editor().setFocus();
  }
  void cursor_to(const QString& before) {
    auto cursor = editor().textCursor();
    cursor.setPosition(static_cast<int>(editor().toPlainText().indexOf(before)));
    editor().setTextCursor(cursor);
  }
};

TEST(YamlEditor, WordsAreStepsOfUndo) {
  Texts on;
  on.cursor_to("\ndownlink");
  QTest::keyClicks(&on.editor(), " with errors");
  EXPECT_TRUE(on.document.text().startsWith("description: a link with errors\n"));
  QTest::keyClick(&on.editor(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(on.document.text().startsWith("description: a link with\n"))
      << on.document.text().toStdString();
  QTest::keyClick(&on.editor(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(on.document.text(), kText);
  EXPECT_EQ(on.editor().toPlainText(), kText);
  QTest::keyClick(&on.editor(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(on.document.text().startsWith("description: a link with\n"));
}

TEST(YamlEditor, TheFormFollowsAndTheReverse) {
  Texts on;
  auto* down = on.line("downlink.rate_base");
  on.editor().setFocus();
  on.cursor_to("64kbit");
  QTest::keyClicks(&on.editor(), "1");
  EXPECT_EQ(down->text(), "164");
  on.cursor_to("uplink");
  const int before = on.editor().textCursor().position();
  on.type("downlink.rate_base", "5");
  EXPECT_TRUE(on.editor().toPlainText().contains("rate_base: 5kbit/s"));
  EXPECT_EQ(on.editor().textCursor().position(), before - 2) << "still in front of uplink";
}

TEST(YamlEditor, WhereOneStandsIsMarkedInTheOther) {
  Texts on;
  const QSignalSpy entered(&on.editor(), &YamlEditor::path_entered);
  on.cursor_to("uplink:\n");
  QTest::keyClick(&on.editor(), Qt::Key_Down);
  QTest::keyClick(&on.editor(), Qt::Key_End);
  ASSERT_FALSE(entered.isEmpty());
  EXPECT_EQ(entered.back().front().toString(), "uplink.rate_base");
  EXPECT_NE(on.form().field("uplink.rate_base"), nullptr) << "its group is open";
  EXPECT_TRUE(on.editor().hasFocus());
  on.line("downlink.rate_base")->setFocus();
  const auto marks = on.editor().extraSelections();
  EXPECT_TRUE(std::any_of(marks.begin(), marks.end(), [](const auto& mark) {
    return mark.cursor.selectedText() == "64kbit/s";
  }));
}

TEST(YamlEditor, ProblemsAreMarkedListedAndVisited) {
  Texts on("description: x\ndownlink:\n  rate_base: 64\nuplink:\n  rate_bose: 64kbit/s\n");
  ASSERT_TRUE(on.checked());
  ASSERT_GE(on.view->checker().problems().size(), 2U);
  EXPECT_EQ(on.view->problems().count(), static_cast<int>(on.view->checker().problems().size()));
  int waves = 0;
  for (const auto& mark : on.editor().extraSelections()) {
    if (mark.format.underlineStyle() == QTextCharFormat::WaveUnderline) ++waves;
  }
  EXPECT_GE(waves, 2);
  on.editor().moveCursor(QTextCursor::Start);
  on.editor().next_problem(false);
  const int first = on.editor().textCursor().selectionStart();
  on.editor().next_problem(false);
  EXPECT_GT(on.editor().textCursor().selectionStart(), first);
  on.editor().next_problem(true);
  EXPECT_EQ(on.editor().textCursor().selectionStart(), first);
  on.editor().moveCursor(QTextCursor::Start);
  auto& list = on.view->problems();
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                    list.visualItemRect(list.item(0)).center());
  EXPECT_NE(on.editor().textCursor().position(), 0);
}

TEST(YamlEditor, TabsAreSpacesAndLinesKeepTheirDepth) {
  Texts on;
  on.cursor_to("\n  rate_base");
  QTest::keyClick(&on.editor(), Qt::Key_Return);
  QTest::keyClicks(&on.editor(), "x: 1");
  EXPECT_TRUE(on.document.text().contains("downlink:\n  x: 1\n"));
  QTest::keyClick(&on.editor(), Qt::Key_Return);
  QTest::keyClick(&on.editor(), Qt::Key_Tab);
  QTest::keyClicks(&on.editor(), "#");
  EXPECT_TRUE(on.document.text().contains("\n  x: 1\n    #\n"));
  QGuiApplication::clipboard()->setText("\ty");
  on.editor().paste();
  EXPECT_FALSE(on.document.text().contains('\t'));
}

TEST(YamlEditor, LinesThatEndInTwoCharactersKeepThem) {
  QString text = kText;
  text.replace("\n", "\r\n");
  Texts on(text);
  EXPECT_EQ(on.document.text(), text);
  on.cursor_to("64kbit/s\nuplink");
  QTest::keyClicks(&on.editor(), "1");
  QTest::keyClick(&on.editor(), Qt::Key_Return);
  QTest::keyClick(&on.editor(), Qt::Key_Backspace);
  QTest::keyClick(&on.editor(), Qt::Key_Backspace);
  QTest::keyClick(&on.editor(), Qt::Key_Backspace);
  EXPECT_EQ(on.document.text(), QString(text).replace(text.indexOf("64kbit"), 2, "164"))
      << on.document.text().toStdString();
}

TEST(YamlEditor, ASpaceThatDoesNotBreakStays) {
  const QString text = QStringLiteral("description: a\u00a0b\u2028c\n") + kText.mid(20);
  Texts on(text);
  on.cursor_to("64kbit");
  QTest::keyClicks(&on.editor(), "1");
  EXPECT_TRUE(on.document.text().startsWith(text.left(17)));
}

}  // namespace
}  // namespace seawind::gui
