// SPDX-License-Identifier: GPL-3.0-or-later
// The main window around the pages: navigation, menus, undo, routing, closing, stored state.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <condition_variable>
#include <mutex>

#include "gui/app/main_window.h"
#include "gui/app/menus.h"
#include "gui/page.h"
#include "gui/task.h"

namespace seawind::gui {
namespace {

class Step : public QUndoCommand {
 public:
  Step(int& value, const QString& text) : QUndoCommand(text), value_(value) {}
  void redo() override { ++value_; }
  void undo() override { --value_; }

 private:
  int& value_;
};

/// A page that records the calls of the window.
class SomePage : public Page {
 public:
  SomePage() {
    add_action("save", "Save", {}, QKeySequence::Save, [this] { ++saved; });
    add_action("other", "Other", {}, Qt::CTRL | Qt::Key_J, [this] { ++others; });
  }
  QUndoStack* undo_stack() const override { return &stack; }
  bool may_close() override { return closable; }
  bool show_item(const QString& what, const QString& argument) override {
    if (!takes) return false;
    asked.append(what + ' ' + argument);
    return true;
  }
  void save_state(QSettings& settings) const override { settings.setValue("word", word); }
  void restore_state(QSettings& settings) override { word = settings.value("word").toString(); }

  mutable QUndoStack stack;
  QStringList asked;
  QString word;
  int value = 0;
  int saved = 0;
  int others = 0;
  bool closable = true;
  bool takes = true;
};

class Window : public testing::Test {
 protected:
  void SetUp() override {
    QSettings().clear();
    make();
  }
  void make() {
    window.reset();
    const Places places{SEAWIND_SOURCE_DIR "/configs", "/nonexistent/own", "/nonexistent/c"};
    window = std::make_unique<MainWindow>(
        places,
        std::vector<PageEntry>{
            {"library", "First", "the first", [this] { return first = new SomePage; }, {"file"}},
            {"run",
             "Second",
             "the second",
             [this] { return second = new SomePage; },
             {"file", "run"}}});
    window->show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
  }
  QAction* action(const QString& text) {
    for (const auto& section : window->menus().sections())
      for (QAction* one : section.actions)
        if (QString(one->text()).remove('&').startsWith(text)) return one;
    return nullptr;
  }
  QMenu* menu(const QString& title) {
    for (QAction* one : window->menuBar()->actions())
      if (QString(one->text()).remove('&') == title) return one->menu();
    return nullptr;
  }

  SomePage* first = nullptr;
  SomePage* second = nullptr;
  std::unique_ptr<MainWindow> window;
};

TEST_F(Window, PagesAreMadeWhenTheirKeyIsPressed) {
  EXPECT_EQ(window->current(), 0);
  EXPECT_EQ(first, nullptr);
  QTest::keyClick(window.get(), Qt::Key_2, Qt::ControlModifier);
  ASSERT_NE(first, nullptr);
  EXPECT_TRUE(first->isVisible());
  EXPECT_EQ(second, nullptr);
  QTest::keyClick(window.get(), Qt::Key_3, Qt::ControlModifier);
  ASSERT_NE(second, nullptr);
  EXPECT_TRUE(second->isVisible());
  EXPECT_FALSE(first->isVisible());
  EXPECT_EQ(window->windowTitle(), "Second - Seawind");
}

TEST_F(Window, RecentPathsAreShownAsTheyAre) {
  const QTemporaryDir folder;
  const QString path = folder.filePath("a&b.yaml");
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  window->files().add(path);
  QMenu* recent = nullptr;
  for (const QAction* one : menu("File")->actions())
    if (one->text() == "Open &recent") recent = one->menu();
  ASSERT_NE(recent, nullptr);
  emit recent->aboutToShow();
  ASSERT_FALSE(recent->isEmpty());
  EXPECT_EQ(recent->actions()[0]->text(), QString(path).replace('&', "&&"));
}

TEST_F(Window, APageDoesNotWidenIt) {
  window->show_page(1);
  first->setMinimumSize(3000, 3000);
  QCoreApplication::processEvents();
  EXPECT_LT(window->minimumSizeHint().width(), 1024);
  EXPECT_LT(window->width(), 3000);
  EXPECT_EQ(first->width(), 3000);  // it scrolls
}

TEST_F(Window, MenusAreThoseOfTheShownPage) {
  window->show_page(1);
  ASSERT_NE(menu("First"), nullptr);
  EXPECT_EQ(menu("First")->actions().size(), 1);  // Other; Save is in the File menu
  EXPECT_TRUE(menu("File")->actions().contains(first->page_actions()[0]));
  QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier);
  QTest::keyClick(window.get(), Qt::Key_J, Qt::ControlModifier);
  EXPECT_EQ(first->saved, 1);
  EXPECT_EQ(first->others, 1);

  window->show_page(2);
  EXPECT_EQ(menu("First"), nullptr);
  QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(second->saved, 1);
  EXPECT_EQ(first->saved, 1);
}

TEST_F(Window, UndoIsThatOfTheShownPageAndNamesTheStep) {
  window->show_page(1);
  first->stack.push(new Step(first->value, "set rate"));
  EXPECT_EQ(action("Undo")->text(), "&Undo set rate");
  QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(first->value, 0);
  QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(first->value, 1);
  window->show_page(2);
  EXPECT_FALSE(action("Undo")->isEnabled());
  window->show_page(1);
  EXPECT_TRUE(action("Undo")->isEnabled());
}

TEST_F(Window, ARequestedItemIsShownByTheFirstPageThatAcceptsIt) {
  window->show_page(0);
  EXPECT_TRUE(window->route("file", "/x.yaml"));
  EXPECT_EQ(window->current(), 1);
  EXPECT_EQ(first->asked, QStringList("file /x.yaml"));
  first->takes = false;
  emit first->show_requested("file", "/y.yaml");
  EXPECT_EQ(window->current(), 2);
  EXPECT_EQ(second->asked, QStringList("file /y.yaml"));
  second->takes = false;
  EXPECT_FALSE(window->route("file", "/z.yaml"));
  EXPECT_TRUE(window->statusBar()->currentMessage().contains("/z.yaml"));
  EXPECT_TRUE(window->route("page", "start"));
  EXPECT_EQ(window->current(), 0);
}

TEST_F(Window, StaysOpenWhenAPageRefusesAndShowsThatPage) {
  window->show_page(1);
  first->closable = false;
  window->show_page(2);
  EXPECT_FALSE(window->close());
  EXPECT_TRUE(window->isVisible());
  EXPECT_EQ(window->current(), 1);
  first->closable = true;
  EXPECT_TRUE(window->close());
}

TEST_F(Window, RestoresPageSizeAndTheStateOfPages) {
  window->show_page(2);
  second->word = "kept";
  window->resize(901, 703);
  window->close();
  make();
  EXPECT_EQ(window->current(), 2);
  EXPECT_EQ(second->word, "kept");
  EXPECT_EQ(window->size(), QSize(901, 703));
}

TEST_F(Window, TheStatusBarShowsMessagesAndTasks) {
  window->show_page(1);
  emit first->status_message("said");
  EXPECT_EQ(window->statusBar()->currentMessage(), "said");
  Task work;
  work.show_as("Exporting");
  work.start([](const std::stop_token& stop) -> std::function<void()> {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait(lock, stop, [] { return false; });
    return {};
  });
  auto* cancel = window->findChild<QAbstractButton*>("cancel_work");
  ASSERT_NE(cancel, nullptr);
  EXPECT_EQ(cancel->accessibleName(), "Cancel: Exporting");
  const QSignalSpy cancelled(&work, &Task::cancelled);
  QTest::mouseClick(cancel, Qt::LeftButton);
  QTest::mouseClick(cancel, Qt::LeftButton);
  EXPECT_EQ(cancelled.count(), 1);
  EXPECT_TRUE(QTest::qWaitFor(
      [this] { return window->findChild<QAbstractButton*>("cancel_work") == nullptr; }));
}

}  // namespace
}  // namespace seawind::gui
