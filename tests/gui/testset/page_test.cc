// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <QSignalSpy>
#include <QTest>

#include "gui/form/schema_form.h"
#include "gui/testset/axis_files.h"
#include "gui/testset/templates.h"
#include "gui/testset/test_set_editor.h"
#include "gui/testset/test_set_page.h"
#include "tests/gui/answer.h"
#include "tests/gui/testset/test_places.h"

namespace seawind::gui {
namespace {

class PageTest : public testing::Test {
 protected:
  PageTest() : page_(files_.places()) {
    page_.resize(1200, 800);
    page_.show();
    page_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&page_));
  }
  QString shipped(const QString& name) const {
    return files_.places().shipped_folder(Kind::kTestSet) + '/' + name + ".yaml";
  }
  /// A copy of a shipped test set in the library.
  QString own(const QString& name) const {
    return files_.write("own/testsets/" + name + ".yaml", test::TestPlaces::read(shipped(name)));
  }
  [[nodiscard]] static bool planned(TestSetEditor& editor) {
    return QTest::qWaitFor(
        [&] { return editor.planner().is_current() && editor.planner().planned()->plan; });
  }

  test::TestPlaces files_;
  TestSetPage page_;
};

TEST_F(PageTest, OpensATestSetOnce) {
  EXPECT_EQ(page_.current(), nullptr);
  EXPECT_EQ(page_.undo_stack(), nullptr);
  const QString file = own("quickstart");
  ASSERT_TRUE(page_.open_file(file));
  ASSERT_TRUE(page_.open_file(shipped("handover-mobile-ip")));
  EXPECT_EQ(page_.editors().size(), 2);
  EXPECT_EQ(page_.current()->name(), "handover-mobile-ip (shipped)");
  ASSERT_TRUE(page_.show_item("file", file));
  EXPECT_EQ(page_.editors().size(), 2);
  EXPECT_EQ(page_.current()->document().file(), file);
  EXPECT_EQ(page_.undo_stack(), &page_.current()->document().undo_stack());
  EXPECT_FALSE(page_.show_item("file", files_.places().configs + "/profiles/e0.yaml"));
  EXPECT_FALSE(page_.show_item("run", file));
  EXPECT_EQ(page_.recent_files().value(0), shipped("handover-mobile-ip"));
}

TEST_F(PageTest, ShowsCasesRunsAndWhatTheyTake) {
  ASSERT_TRUE(page_.open_file(shipped("quickstart")));
  auto& editor = *page_.current();
  ASSERT_TRUE(planned(editor));
  const QString text = editor.estimate().text();
  EXPECT_TRUE(text.contains("Runs: 24 (4 cases") && text.contains("6)")) << text.toStdString();
  EXPECT_TRUE(text.contains("Estimated: from sizes and rates (24 at a time)"))
      << text.toStdString();
  EXPECT_TRUE(text.contains("free")) << text.toStdString();
  EXPECT_EQ(editor.document().text(), test::TestPlaces::read(shipped("quickstart")));
  EXPECT_FALSE(editor.document().is_modified());
}

TEST_F(PageTest, AMatrixThatIsTooLargeHasTheCheckersMessageAndNoRows) {
  QString text = "seed: 1\nrepetitions: 1\nmatrix:\n";
  for (int axis = 0; axis < kAxes; ++axis) {
    const QString folder = folder_of(axis_kind(axis));
    const QStringList from{"profiles/e0", "routers/tail-drop-20", "tcp/baseline", "workloads/w1"};
    const QString content =
        test::TestPlaces::read(files_.places().configs + '/' + from[axis] + ".yaml");
    QStringList names;
    for (int i = 0; i < 12; ++i) {
      names << QString("n%1").arg(i);
      files_.write("own/" + folder + '/' + names.last() + ".yaml", content);
    }
    text += QString("  %1: [%2]\n").arg(axis_name(axis), names.join(", "));
  }
  ASSERT_TRUE(page_.open_file(files_.write("own/testsets/large.yaml", text)));
  auto& editor = *page_.current();
  EXPECT_EQ(editor.cases().model().rowCount(), 0);
  EXPECT_EQ(editor.cases().count(), "Not shown: there are more than 20000 cases.");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !editor.checker().problems().empty(); }));
  EXPECT_EQ(editor.checker().problems()[0].message,
            "the matrix has 20736 cases before `exclude`; at most 20000 are taken");
  ASSERT_TRUE(QTest::qWaitFor([&] { return editor.planner().is_current(); }));
  EXPECT_TRUE(editor.estimate().text().startsWith("Runs: more than 20000 cases\n"))
      << editor.estimate().text().toStdString();
  ASSERT_TRUE(editor.matrix().remove(0, 11));  // 19 008 cases
  EXPECT_EQ(editor.cases().model().rowCount(), 19'008);
}

TEST_F(PageTest, MatrixAndTextAreInStep) {
  ASSERT_TRUE(page_.open_file(own("quickstart")));
  auto& editor = *page_.current();
  AxisView& links = editor.axis(0);
  links.filter().setText("r1");
  ASSERT_GE(links.list().model()->rowCount(), 1);
  links.list().setCurrentIndex(links.list().model()->index(0, 0));
  links.list().setFocus();
  QTest::keyClick(&links.list(), Qt::Key_Space);
  EXPECT_TRUE(editor.document().text().contains("link: [e0, r4, r1]"));
  EXPECT_TRUE(editor.editor().toPlainText().contains("link: [e0, r4, r1]"));
  EXPECT_EQ(editor.cases().model().rowCount(), 6);
  // The reverse direction.
  QString text = editor.editor().toPlainText();
  editor.document().replace(static_cast<int>(text.indexOf("r1]")), 2, "r2", "typing");
  EXPECT_EQ(links.model().index(2).data().toString(), "r2");
  while (page_.undo_stack()->canUndo()) page_.undo_stack()->undo();
  EXPECT_EQ(editor.document().text(), test::TestPlaces::read(shipped("quickstart")));
}

TEST_F(PageTest, ValuesMoveByTheKeyboard) {
  ASSERT_TRUE(page_.open_file(own("quickstart")));
  auto& editor = *page_.current();
  AxisView& tcps = editor.axis(2);
  tcps.list().setFocus();
  tcps.list().setCurrentIndex(tcps.list().model()->index(1, 0));
  QTest::keyClick(&tcps.list(), Qt::Key_Up, Qt::AltModifier);
  EXPECT_TRUE(editor.document().text().contains("tcp: [enhanced, baseline]"));
  EXPECT_EQ(tcps.list().currentIndex().row(), 0);
  QTest::keyClick(&tcps.list(), Qt::Key_Down, Qt::AltModifier);
  EXPECT_TRUE(editor.document().text().contains("tcp: [baseline, enhanced]"));
}

TEST_F(PageTest, RepetitionsBecomeUntilAndBack) {
  ASSERT_TRUE(page_.open_file(own("quickstart")));
  auto& editor = *page_.current();
  const QString before = editor.document().text();
  editor.repetitions().set_until(true);
  EXPECT_EQ(editor.document().scalar("until.max_repetitions"), "8");
  EXPECT_FALSE(editor.document().has("repetitions"));
  EXPECT_TRUE(editor.repetitions().is_until());
  ASSERT_TRUE(planned(editor));
  EXPECT_EQ(editor.planner().planned()->estimate.runs, 32);
  page_.undo_stack()->undo();
  EXPECT_EQ(editor.document().text(), before);
  EXPECT_FALSE(editor.repetitions().is_until());
  page_.undo_stack()->redo();
  editor.repetitions().set_until(false);
  EXPECT_EQ(editor.document().scalar("repetitions"), "8");
}

TEST_F(PageTest, ATimelineEntryHasAForm) {
  ASSERT_TRUE(page_.open_file(own("handover-mobile-ip")));
  auto& editor = *page_.current();
  editor.tabs().setCurrentIndex(TestSetEditor::kTimeline);
  editor.timeline().choose(3);
  ASSERT_NE(editor.timeline().form(), nullptr);
  EXPECT_TRUE(editor.timeline().form()->reveal("timeline[3].link", false));
  EXPECT_EQ(editor.document().text(), test::TestPlaces::read(shipped("handover-mobile-ip")));
}

TEST_F(PageTest, ANewTestSetIsSavedUnderAName) {
  const auto templates = test_set_templates(files_.places());
  ASSERT_GE(templates.size(), 8);
  const auto quickstart =
      std::ranges::find_if(templates, [](const auto& one) { return one.name == "quickstart"; });
  ASSERT_NE(quickstart, templates.end());
  EXPECT_EQ(quickstart->description, "W1 on e0 and r4 with Baseline and Enhanced TCP");
  auto* editor = page_.open_template(*quickstart);
  ASSERT_NE(editor, nullptr);
  EXPECT_EQ(editor->name(), "new test set");
  EXPECT_TRUE(editor->document().text().startsWith("# The first campaign"));
  const QString file = files_.places().own_folder(Kind::kTestSet) + "/mine.yaml";
  ASSERT_TRUE(page_.save_as(*editor, file));
  EXPECT_EQ(editor->name(), "mine");
  EXPECT_FALSE(editor->document().is_modified());
  EXPECT_EQ(test::TestPlaces::read(file), editor->document().text());
  ASSERT_TRUE(planned(*editor));
  EXPECT_EQ(editor->planner().planned()->estimate.cases, 4);
  // Shipped files are never written.
  EXPECT_FALSE(page_.save_as(*editor, shipped("quickstart")));
}

TEST_F(PageTest, AnEmptyPageShowsWhatIsMissing) {
  auto& editor = *page_.open_text(empty_test_set());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !editor.checker().problems().empty(); }));
  EXPECT_FALSE(page_.run_current());
  editor.axis(0).model().setData(editor.axis(0).model().index(0), Qt::Checked, Qt::CheckStateRole);
  EXPECT_EQ(editor.matrix().references(0).size(), 1);
  ASSERT_TRUE(editor.matrix().remove(0, 0));
  const char* const wanted[kAxes] = {"e0", "tail-drop-20", "baseline", "w1"};
  for (int axis = 0; axis < kAxes; ++axis) ASSERT_TRUE(editor.matrix().add(axis, wanted[axis]));
  ASSERT_TRUE(planned(editor));
  EXPECT_EQ(editor.planner().planned()->plan->cases_size(), 1);
}

TEST_F(PageTest, RunSavesFirst) {
  const QString file = own("quickstart");
  ASSERT_TRUE(page_.open_file(file));
  auto& editor = *page_.current();
  QSignalSpy wanted(&page_, &Page::show_requested);
  ASSERT_TRUE(planned(editor));
  EXPECT_TRUE(page_.run_current());
  ASSERT_EQ(wanted.size(), 1);
  EXPECT_EQ(wanted[0], QVariantList({"run", file}));
  editor.document().set("repetitions", "7");
  test::answer_next(page_, QMessageBox::RejectRole);
  EXPECT_FALSE(page_.run_current());
  EXPECT_EQ(wanted.size(), 1);
  test::answer_next(page_, QMessageBox::AcceptRole);
  EXPECT_TRUE(page_.run_current());
  EXPECT_EQ(wanted.size(), 2);
  EXPECT_TRUE(test::TestPlaces::read(file).contains("repetitions: 7"));
}

TEST_F(PageTest, FilesAreDropped) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(own("quickstart")),
                QUrl::fromLocalFile(files_.write("own/profiles/mine.yaml", "extends: e0\n"))});
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&page_, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&page_, &drop);
  ASSERT_NE(page_.current(), nullptr);
  EXPECT_EQ(page_.current()->matrix().references(0), QStringList({"e0", "r4", "mine"}));
}

TEST_F(PageTest, ALinkToAFifoHasNoDescriptionAndDoesNotBlock) {
  const QString folder = files_.places().own_folder(Kind::kProfile);
  QDir().mkpath(folder);
  ASSERT_EQ(mkfifo((folder + "/pipe").toUtf8(), 0600), 0);
  ASSERT_TRUE(QFile::link(folder + "/pipe", folder + "/link.yaml"));
  EXPECT_EQ(description_of(folder + "/link.yaml"), "");
}

TEST_F(PageTest, OpenTestSetsComeBack) {
  QSettings settings;
  const QString file = own("quickstart");
  ASSERT_TRUE(page_.open_file(file));
  ASSERT_TRUE(page_.open_file(shipped("handover-ideal")));
  ASSERT_TRUE(page_.open_file(file));
  page_.save_state(settings);
  TestSetPage again(files_.places());
  again.restore_state(settings);
  EXPECT_EQ(again.editors().size(), 2);
  ASSERT_NE(again.current(), nullptr);
  EXPECT_EQ(again.current()->document().file(), file);
}

}  // namespace
}  // namespace seawind::gui
