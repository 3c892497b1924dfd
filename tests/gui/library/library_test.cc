// SPDX-License-Identifier: GPL-3.0-or-later
// The library: the listed files and the operations on files.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/form/document_view.h"
#include "gui/form/key_search.h"
#include "gui/library/library_model.h"
#include "gui/library/library_page.h"
#include "tests/gui/answer.h"

namespace seawind::gui {
namespace {

QString bytes(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
}

void write(const QString& file, const QString& text) {
  QFile out(file);
  ASSERT_TRUE(out.open(QIODevice::WriteOnly)) << file.toStdString();
  out.write(text.toUtf8());
}

const QString kGood = QStringLiteral("description: mine\nextends: r4\n");

// A few shipped files, so that the scan is fast, and an empty library of the user.
class SomePreview : public Preview {
 public:
  SomePreview(YamlDocument& document, const Places& places) : Preview(document, places, nullptr) {}
};

class Library : public testing::Test {
 protected:
  // Shared by all tests, because reading the schemas is slow.
  static const QTemporaryDir& configs() {
    static const QTemporaryDir shared;
    static const bool filled = [] {
      const QString source = QStringLiteral(SEAWIND_SOURCE_DIR "/configs/");
      QFile::link(source + "schema", shared.path() + "/schema");
      for (const char* file :
           {"profiles/e0.yaml", "profiles/r4.yaml", "profiles/drive-test.yaml",
            "profiles/traces/drive-test.csv", "profiles/traces/jitter.dist",
            "routers/tail-drop-20.yaml", "tcp/baseline.yaml", "workloads/w1.yaml"}) {
        QDir().mkpath(QFileInfo(shared.filePath(file)).path());
        EXPECT_TRUE(QFile::copy(source + file, shared.filePath(file))) << file;
      }
      return true;
    }();
    EXPECT_TRUE(filled);
    return shared;
  }

  Library() {
    places_ = {configs().path(), root_.path() + "/own", root_.path() + "/campaigns"};
    for (const Kind kind : kLibraryKinds) QDir().mkpath(places_.own_folder(kind));
  }

  LibraryPage& page() {
    if (!page_) {
      page_ = std::make_unique<LibraryPage>(
          places_,
          [](YamlDocument& document, const Places& places) {
            return new SomePreview(document, places);
          },
          nullptr);
      page_->resize(1300, 800);
      page_->show();
      EXPECT_TRUE(QTest::qWaitForWindowExposed(page_.get()));
    }
    return *page_;
  }
  QString shipped(const char* name) const {
    return places_.shipped_folder(Kind::kProfile) + '/' + name;
  }
  QString own(const char* name) const { return places_.own_folder(Kind::kProfile) + '/' + name; }
  QModelIndex at(const QString& file) { return page().model().index_of(file); }
  void trigger(const char* name) {
    auto* action = page().action(name);
    ASSERT_NE(action, nullptr);
    ASSERT_TRUE(action->isEnabled()) << name;
    action->trigger();
  }
  template <typename Dialog>
  Dialog* dialog() {
    for (auto* found : page().findChildren<Dialog*>()) {
      if (found->isVisible()) return found;
    }
    return nullptr;
  }

  QTemporaryDir root_;
  Places places_;
  std::unique_ptr<LibraryPage> page_;
};

TEST_F(Library, TheModelKeepsTheRulesWhileFilesComeAndGo) {
  LibraryModel model(places_, nullptr);
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  const QSignalSpy scanned(&model, &LibraryModel::scanned);
  EXPECT_EQ(model.rowCount(), 4);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !scanned.isEmpty(); }));
  const auto e0 = model.index_of(shipped("e0.yaml"));
  ASSERT_TRUE(e0.isValid());
  EXPECT_EQ(e0.siblingAtColumn(LibraryModel::kDescription).data().toString(),
            "GPRS-type link, 64 kbit/s, 300 ms, without errors");
  EXPECT_EQ(e0.parent().data().toString(), "Shipped with Seawind");
  EXPECT_EQ(e0.parent().parent().data().toString(), "Link profiles");
  write(own("b.yaml"), kGood);
  write(own("a.yaml"), "extends: nothing-there\n");
  model.rescan();
  EXPECT_EQ(model.rowCount(model.index_of(own("a.yaml")).parent()), 2);
  ASSERT_TRUE(QTest::qWaitFor([&] { return model.problems_of(own("a.yaml")) > 0; }));
  EXPECT_EQ(model.problems_of(own("b.yaml")), 0);
  const auto a = model.index_of(own("a.yaml"));
  EXPECT_EQ(a.siblingAtColumn(LibraryModel::kState).data().toString(), "1 problem(s)");
  QFile::remove(own("a.yaml"));
  model.rescan();
  EXPECT_FALSE(model.index_of(own("a.yaml")).isValid());
  EXPECT_EQ(model.index_of(own("b.yaml")).row(), 0);
}

TEST_F(Library, TheFilterMatchesNamesAndDescriptions) {
  auto& library = page();
  const QSignalSpy scanned(&library.model(), &LibraryModel::scanned);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !library.model().is_scanning(); }));
  auto* filter = library.findChild<QLineEdit*>();
  QTest::keyClicks(filter, "high persistency");
  const auto& shown = *library.tree().model();
  ASSERT_EQ(shown.rowCount(), 1);
  const auto group = shown.index(0, 0, shown.index(0, 0));
  EXPECT_EQ(shown.rowCount(group), 1);
  EXPECT_EQ(shown.index(0, 0, group).data().toString(), "r4");
}

TEST_F(Library, TheFilterFindsKindsAndDisciplinesAndNoKindIsHidden) {
  auto& library = page();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !library.model().is_scanning(); }));
  const auto& shown = *library.tree().model();
  for (int kind = 0; kind < 4; ++kind)
    EXPECT_TRUE(library.tree().viewport()->rect().contains(
        library.tree().visualRect(shown.index(kind, 0)).center()))
        << kind;
  auto* filter = library.findChild<QLineEdit*>();
  const auto only = [&](const char* text) {
    filter->setText(text);
    EXPECT_EQ(shown.rowCount(), 1) << text;
    const auto group = shown.index(0, 0, shown.index(0, 0));
    EXPECT_EQ(shown.rowCount(group), 1) << text;
    return shown.index(0, 0, group).data().toString();
  };
  EXPECT_EQ(only("router"), "tail-drop-20");
  EXPECT_EQ(only("tail_drop"), "tail-drop-20");
}

TEST_F(Library, AShippedFileStaysAndEditingItOffersACopy) {
  auto* view = page().open_file(shipped("drive-test.yaml"));
  ASSERT_NE(view, nullptr);
  EXPECT_TRUE(view->is_read_only());
  EXPECT_FALSE(page().action("save")->isEnabled());
  view->editor().setFocus();
  QTest::keyClicks(&view->editor(), "x");
  auto* ask = dialog<QInputDialog>();
  ASSERT_NE(ask, nullptr);
  EXPECT_EQ(ask->textValue(), "drive-test-copy");
  ask->accept();
  ASSERT_TRUE(QTest::qWaitFor([&] { return page().current() != view; }));
  EXPECT_EQ(bytes(own("drive-test-copy.yaml")), bytes(shipped("drive-test.yaml")));
  EXPECT_TRUE(QFile::exists(own("traces/drive-test.csv"))) << "what it names came along";
  auto* copy = page().current();
  EXPECT_FALSE(copy->is_read_only());
  ASSERT_TRUE(QTest::qWaitFor([&] { return copy->checker().is_current(); }));
  EXPECT_TRUE(copy->checker().problems().empty())
      << copy->checker().problems().front().message.toStdString();
}

TEST_F(Library, NewFromTheDialog) {
  page().tree().setCurrentIndex({});
  trigger("new");
  auto* ask = dialog<QDialog>();
  ASSERT_NE(ask, nullptr);
  auto* ok = ask->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
  EXPECT_FALSE(ok->isEnabled()) << "no name yet";
  for (const char* wrong : {"a/b", "a b", ".a"}) {  // what a test set cannot name
    ask->findChild<QLineEdit*>("name")->setText(wrong);
    EXPECT_FALSE(ok->isEnabled()) << wrong;
  }
  ask->findChild<QLineEdit*>("name")->clear();
  QTest::keyClicks(ask->findChild<QLineEdit*>("name"), "mine");
  auto* like = ask->findChild<QComboBox*>("like");
  like->setCurrentIndex(like->findText("r4"));
  QTest::mouseClick(ok, Qt::LeftButton);
  EXPECT_EQ(bytes(own("mine.yaml")), bytes(shipped("r4.yaml")));
  ASSERT_NE(page().current(), nullptr);
  EXPECT_EQ(page().current()->document().file(), own("mine.yaml"));
}

TEST_F(Library, TheSmallestFilesAreValid) {
  for (const Kind kind : kLibraryKinds) {
    QString error;
    ASSERT_TRUE(page().create(kind, "small", {}, error)) << error.toStdString();
    auto& checker = page().current()->checker();
    ASSERT_TRUE(QTest::qWaitFor([&] { return checker.is_current(); }));
    EXPECT_TRUE(checker.problems().empty()) << folder_of(kind).toStdString() << ": "
                                            << checker.problems().front().message.toStdString();
  }
  QString error;
  EXPECT_FALSE(page().create(Kind::kProfile, "small", {}, error));
  EXPECT_TRUE(error.contains("exists already")) << error.toStdString();
}

TEST_F(Library, EditSaveRevert) {
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  ASSERT_NE(view, nullptr);
  view->editor().setFocus();
  view->editor().moveCursor(QTextCursor::End);
  QTest::keyClicks(&view->editor(), "# more");
  EXPECT_EQ(page().tabs().tabText(0), "mine *");
  EXPECT_EQ(at(own("mine.yaml")).siblingAtColumn(LibraryModel::kState).data().toString(),
            "unsaved");
  EXPECT_EQ(page().undo_stack(), &view->document().undo_stack());
  trigger("save");
  EXPECT_EQ(bytes(own("mine.yaml")), kGood + "# more");
  EXPECT_EQ(page().tabs().tabText(0), "mine");
  QTest::keyClicks(&view->editor(), "!");
  trigger("revert");
  EXPECT_EQ(view->document().text(), kGood + "# more");
  view->document().undo_stack().undo();
  EXPECT_EQ(view->document().text(), kGood + "# more!");
}

TEST_F(Library, SaveAsAnotherName) {
  auto* view = page().open_file(shipped("r4.yaml"));
  ASSERT_NE(view, nullptr);
  test::choose_file_next(page(), own("other"));
  trigger("save_as");
  EXPECT_EQ(bytes(own("other.yaml")), bytes(shipped("r4.yaml")));
  EXPECT_EQ(view->document().file(), own("other.yaml"));
  EXPECT_FALSE(view->is_read_only());
}

TEST_F(Library, NoFileIsInTwoTabs) {
  write(own("mine.yaml"), kGood);
  write(own("other.yaml"), kGood + "# other\n");
  auto* other = page().open_file(own("other.yaml"));
  auto* view = page().open_file(own("mine.yaml"));
  EXPECT_FALSE(page().save_as(*view, own("other.yaml")));
  EXPECT_EQ(page().current(), other);
  auto* box = dialog<QMessageBox>();
  ASSERT_NE(box, nullptr);
  EXPECT_TRUE(box->text().contains("other.yaml is open in this tab")) << box->text().toStdString();
  EXPECT_EQ(view->document().file(), own("mine.yaml"));
  EXPECT_EQ(bytes(own("other.yaml")), kGood + "# other\n");
  EXPECT_TRUE(page().save_as(*view, own("mine.yaml")));
}

TEST_F(Library, RenameAndDelete) {
  write(own("mine.yaml"), kGood);
  page().model().rescan();
  ASSERT_NE(page().open_file(own("mine.yaml")), nullptr);
  trigger("rename");
  auto* ask = dialog<QInputDialog>();
  ASSERT_NE(ask, nullptr);
  ask->setTextValue("your link");
  ask->accept();
  EXPECT_TRUE(QFile::exists(own("mine.yaml"))) << "nothing is written under a wrong name";
  ask = nullptr;
  for (auto* again : page().findChildren<QInputDialog*>())
    if (again->isVisible()) ask = again;
  ASSERT_NE(ask, nullptr);
  EXPECT_EQ(ask->textValue(), "your link");
  EXPECT_TRUE(ask->labelText().contains("letters")) << ask->labelText().toStdString();
  ask->setTextValue("yours");
  ask->accept();
  EXPECT_FALSE(QFile::exists(own("mine.yaml")));
  EXPECT_EQ(page().current()->document().file(), own("yours.yaml"));
  EXPECT_TRUE(at(own("yours.yaml")).isValid());
  trigger("delete");
  auto* sure = dialog<QMessageBox>();
  ASSERT_NE(sure, nullptr);
  sure->button(QMessageBox::Cancel)->click();
  EXPECT_TRUE(QFile::exists(own("yours.yaml")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog<QMessageBox>() == nullptr; }));
  trigger("delete");
  sure = dialog<QMessageBox>();
  ASSERT_NE(sure, nullptr);
  sure->button(QMessageBox::Yes)->click();
  EXPECT_FALSE(QFile::exists(own("yours.yaml")));
  EXPECT_EQ(page().tabs().count(), 0);
  EXPECT_FALSE(at(own("yours.yaml")).isValid());
  QString error;
  EXPECT_FALSE(page().remove(shipped("r4.yaml"), error));
  EXPECT_TRUE(QFile::exists(shipped("r4.yaml")));
}

TEST_F(Library, ImportFindsTheKind) {
  const auto import = [&](const char* name, const QString& text) {
    const QString file = root_.path() + '/' + name + ".yaml";
    write(file, text);
    QString error;
    EXPECT_TRUE(page().import_file(file, error)) << error.toStdString();
  };
  import("one", "downlink: {rate_base: 1Mbit/s}\nuplink: {rate_base: 1Mbit/s}\n");
  EXPECT_TRUE(QFile::exists(own("one.yaml")));
  import("two", "root: {tail_drop: {limit: 5pkt}}\n");
  EXPECT_TRUE(QFile::exists(places_.own_folder(Kind::kRouter) + "/two.yaml"));
  import("three", "# yaml-language-server: $schema=../schema/tcp.schema.json\nextends: baseline\n");
  EXPECT_TRUE(QFile::exists(places_.own_folder(Kind::kTcp) + "/three.yaml"));
  import("four", "flows: [{name: a, ping: {}}]\n");
  EXPECT_TRUE(QFile::exists(places_.own_folder(Kind::kWorkload) + "/four.yaml"));
  import("one", "downlink: {rate_base: 2Mbit/s}\nuplink: {rate_base: 1Mbit/s}\n");
  EXPECT_TRUE(QFile::exists(own("one-2.yaml"))) << "nothing is overwritten";
  write(root_.path() + "/none.yaml", "x: 1\n");
  QString error;
  EXPECT_FALSE(page().import_file(root_.path() + "/none.yaml", error));
  EXPECT_TRUE(error.contains("none.yaml")) << error.toStdString();
}

TEST_F(Library, AFileChangedByAnotherProgramIsReadAgainAfterAQuestionIfEdited) {
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  write(own("mine.yaml"), "extends: e0\n");
  ASSERT_TRUE(QTest::qWaitFor([&] { return view->document().text() == "extends: e0\n"; }));
  view->editor().setFocus();
  QTest::keyClicks(&view->editor(), "#");
  const QString typed = view->document().text();
  write(own("mine.yaml"), "extends: r4\n");
  ASSERT_TRUE(QTest::qWaitFor([&] { return view->notice().text().contains("unsaved edits"); }));
  EXPECT_EQ(view->document().text(), typed);
  for (auto* button : view->findChildren<QPushButton*>()) {
    if (button->text().startsWith("Read it again")) {
      QTest::mouseClick(button, Qt::LeftButton);
      break;
    }
  }
  EXPECT_EQ(view->document().text(), "extends: r4\n");
  EXPECT_FALSE(view->document().is_modified());
  EXPECT_EQ(view->notice().text(), "");
  page().undo_stack()->undo();
  EXPECT_EQ(view->document().text(), typed);
  EXPECT_TRUE(page().save(*view)) << "the file is known; no question";
}

TEST_F(Library, OverwritesForeignFilesOnlyAfterConfirmation) {
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  view->editor().setFocus();
  QTest::keyClicks(&view->editor(), "#");
  write(own("mine.yaml"), "extends: e0\n");
  test::answer_next(page(), QMessageBox::RejectRole);
  EXPECT_FALSE(page().save(*view));
  EXPECT_EQ(bytes(own("mine.yaml")), "extends: e0\n");
  EXPECT_TRUE(view->document().is_modified());
  test::answer_next(page(), QMessageBox::AcceptRole);
  EXPECT_TRUE(page().save(*view));
  EXPECT_EQ(bytes(own("mine.yaml")), '#' + kGood);
}

TEST_F(Library, AFileThatOthersRemoveIsOfferedToBeSavedAgain) {
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  ASSERT_TRUE(QFile::remove(own("mine.yaml")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return view->notice().text().contains("removed"); }));
  for (auto* button : view->findChildren<QPushButton*>())
    if (button->text() == "Save it again") QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_EQ(bytes(own("mine.yaml")), kGood);
  EXPECT_EQ(view->notice().text(), "");
}

TEST_F(Library, AFifoIsRefusedAndDoesNotBlock) {
  ASSERT_EQ(mkfifo(own("pipe.yaml").toUtf8(), 0600), 0);
  const QSignalSpy told(&page(), &Page::status_message);
  EXPECT_EQ(page().open_file(own("pipe.yaml")), nullptr);
  ASSERT_EQ(told.count(), 1);
  EXPECT_TRUE(told[0][0].toString().startsWith("Cannot open " + own("pipe.yaml") + ": "));
  auto* box = dialog<QMessageBox>();
  ASSERT_NE(box, nullptr);
  EXPECT_TRUE(box->text().contains("pipe.yaml: it is not a regular file"))
      << box->text().toStdString();
  QString error;
  EXPECT_FALSE(page().import_file(own("pipe.yaml"), error));
  EXPECT_TRUE(error.contains("it is not a regular file")) << error.toStdString();
  // A FIFO in place of an open file: the text stays, and saving does not write into the FIFO.
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  ASSERT_EQ(std::rename(own("pipe.yaml").toUtf8(), own("mine.yaml").toUtf8()), 0);
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return view->notice().text().contains("not a regular file"); }));
  EXPECT_EQ(view->document().text(), kGood);
  test::answer_next(page(), QMessageBox::AcceptRole);  // overwrite
  EXPECT_FALSE(page().save(*view));
}

TEST_F(Library, AFileThatCannotBeWrittenKeepsItsEdits) {
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  view->document().set("description", "yours");
  // Root may write to a read-only file; nobody may write to one on /proc.
  EXPECT_FALSE(page().save_as(*view, "/proc/mine.yaml"));
  auto* box = dialog<QMessageBox>();
  ASSERT_NE(box, nullptr);
  EXPECT_TRUE(box->text().contains("Choose a folder you may write to"))
      << box->text().toStdString();
  EXPECT_TRUE(view->document().is_modified());
  EXPECT_EQ(view->document().file(), own("mine.yaml"));
}

TEST_F(Library, AClickReplacesTheFileOfTheLastClickUnlessItWasEdited) {
  for (const char* name : {"a.yaml", "b.yaml", "c.yaml"}) write(own(name), kGood);
  page().model().rescan();
  const auto click = [&](const char* name) {
    auto* filter = qobject_cast<QSortFilterProxyModel*>(page().tree().model());
    const QModelIndex there = filter->mapFromSource(at(own(name)));
    page().tree().expand(there.parent().parent());
    page().tree().expand(there.parent());
    page().tree().scrollTo(there);
    QTest::mouseClick(page().tree().viewport(), Qt::LeftButton, {},
                      page().tree().visualRect(there).center());
    EXPECT_EQ(page().current()->document().file(), own(name));
  };
  click("a.yaml");
  click("b.yaml");
  EXPECT_EQ(page().tabs().count(), 1);
  page().current()->document().set("description", "yours");
  click("c.yaml");
  EXPECT_EQ(page().tabs().count(), 2);
  click("b.yaml");
  EXPECT_EQ(page().tabs().count(), 2);
  QTest::keyClick(&page().tree(), Qt::Key_Return);  // keeps the tab
  click("a.yaml");
  EXPECT_EQ(page().tabs().count(), 2) << "c was replaced";
}

TEST_F(Library, FindsAKeyFromEverywhereAndMoreThanOnce) {
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  auto* search = view->form().findChild<KeySearch*>();
  const QSignalSpy chosen(search, &KeySearch::chosen);
  for (QWidget* from : std::initializer_list<QWidget*>{&view->editor(), &page().tree()}) {
    page().activateWindow();  // the list of keys was a window of its own
    ASSERT_TRUE(QTest::qWaitForWindowActive(page_.get()));
    from->setFocus();
    QTest::keyClick(from, Qt::Key_F, Qt::ControlModifier);
    ASSERT_EQ(QApplication::focusWidget(), search);
    const auto before = chosen.count();
    QTest::keyClicks(search, "one-way delay");
    auto* popup = search->completer()->popup();
    ASSERT_TRUE(QTest::qWaitFor([&] { return popup->isVisible(); }));
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return chosen.count() > before; }));
    EXPECT_EQ(chosen.last()[0].toString(), "downlink.propagation_delay");
  }
}

TEST_F(Library, KeysOfTheTreeAreFreeElsewhere) {
  write(own("mine.yaml"), kGood);
  QAction rename_class;  // as in the picture of a router
  rename_class.setShortcut(Qt::Key_F2);
  rename_class.setShortcutContext(Qt::WidgetShortcut);
  QPushButton* picture = nullptr;
  page_ = std::make_unique<LibraryPage>(
      places_,
      [&](YamlDocument& document, const Places& places) {
        auto* preview = new SomePreview(document, places);
        picture = new QPushButton(preview);
        picture->addAction(&rename_class);
        return preview;
      },
      nullptr);
  page_->resize(1300, 800);
  page_->show();
  ASSERT_TRUE(QTest::qWaitForWindowActive(page_.get()));
  ASSERT_NE(page().open_file(own("mine.yaml")), nullptr);
  const QSignalSpy renamed(&rename_class, &QAction::triggered);
  picture->setFocus();
  QTest::keyClick(picture, Qt::Key_F2);
  EXPECT_EQ(renamed.count(), 1);
  EXPECT_EQ(dialog<QInputDialog>(), nullptr);
  page().tree().setFocus();
  QTest::keyClick(&page().tree(), Qt::Key_F2);
  EXPECT_NE(dialog<QInputDialog>(), nullptr);
}

TEST_F(Library, RestoringARemovedFileHidesTheNotice) {
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  ASSERT_TRUE(QFile::rename(own("mine.yaml"), own("mine.bak")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !view->notice().text().isEmpty(); }));
  ASSERT_TRUE(QFile::rename(own("mine.bak"), own("mine.yaml")));
  EXPECT_TRUE(QTest::qWaitFor([&] { return view->notice().text().isEmpty(); }));
}

TEST_F(Library, ATabWithChangesShowsADialogBeforeItCloses) {
  write(own("mine.yaml"), kGood);
  auto* view = page().open_file(own("mine.yaml"));
  EXPECT_TRUE(page().may_close());
  view->editor().setFocus();
  QTest::keyClicks(&view->editor(), "#");
  test::answer_next(page(), QMessageBox::RejectRole);
  EXPECT_FALSE(page().may_close());
  test::answer_next(page(), QMessageBox::DestructiveRole);
  EXPECT_TRUE(page().may_close());
  EXPECT_TRUE(view->document().is_modified());
  test::answer_next(page(), QMessageBox::RejectRole);
  trigger("close");
  EXPECT_EQ(page().tabs().count(), 1);
  test::answer_next(page(), QMessageBox::AcceptRole);
  trigger("close");
  EXPECT_EQ(page().tabs().count(), 0);
  EXPECT_EQ(bytes(own("mine.yaml")), '#' + kGood);
}

TEST_F(Library, OpenFilesAreKeptOverARestart) {
  write(own("mine.yaml"), kGood);
  QSettings settings(root_.path() + "/settings.ini", QSettings::IniFormat);
  page().open_file(shipped("r4.yaml"));
  page().open_file(own("mine.yaml"));
  page().save_state(settings);
  page_.reset();
  page().restore_state(settings);
  EXPECT_EQ(page().editors().size(), 2);
  EXPECT_EQ(page().current()->document().file(), own("mine.yaml"));
}

}  // namespace
}  // namespace seawind::gui
