// SPDX-License-Identifier: GPL-3.0-or-later
// Actions and menus of the page of test sets.
#include <QFileInfo>
#include <QMenu>

#include "gui/testset/templates.h"
#include "gui/testset/test_set_editor.h"
#include "gui/testset/test_set_page.h"

namespace seawind::gui {

QAction* TestSetPage::add_action(const QString& text, const QKeySequence& keys, const QString& tip,
                                 std::function<void()> function) {
  auto* action = new QAction(text, this);
  action->setShortcut(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setToolTip(keys.isEmpty() ? tip
                                    : tip + " (" + keys.toString(QKeySequence::NativeText) + ')');
  action->setStatusTip(tip);
  connect(action, &QAction::triggered, this, std::move(function));
  addAction(action);
  actions_.append(action);
  return action;
}

void TestSetPage::make_actions() {
  const auto on_current = [this](void (*act)(TestSetPage&, TestSetEditor&)) {
    return [this, act] {
      if (auto* editor = current()) act(*this, *editor);
    };
  };
  auto* fresh =
      add_action(tr("&New"), QKeySequence::New, tr("A new test set from a template"), [this] {
        fill_new_menu();
        new_menu_->popup(mapToGlobal(QPoint(20, 20)));
      });
  fresh->setMenu(new_menu_.get());
  connect(new_menu_.get(), &QMenu::aboutToShow, this, &TestSetPage::fill_new_menu);
  add_action(tr("&Open..."), QKeySequence::Open, tr("Open a test set"), [this] { choose_file(); });
  auto* recent = add_action(tr("Open r&ecent"), {}, tr("Test sets that were open lately"), [this] {
    fill_recent_menu();
    recent_menu_->popup(mapToGlobal(QPoint(20, 20)));
  });
  recent->setMenu(recent_menu_.get());
  connect(recent_menu_.get(), &QMenu::aboutToShow, this, &TestSetPage::fill_recent_menu);
  save_ = add_action(tr("&Save"), QKeySequence::Save, tr("Save the test set"),
                     on_current([](TestSetPage& page, TestSetEditor& e) { page.save(e); }));
  save_as_ = add_action(
      tr("Save &as..."), Qt::CTRL | Qt::SHIFT | Qt::Key_S,
      tr("Save the test set under another name"),
      on_current([](TestSetPage& page, TestSetEditor& e) { page.show_save_as_dialog(e); }));
  revert_ = add_action(tr("Re&vert"), {}, tr("Go back to what is saved; can be undone"),
                       [this] { revert_current(); });
  close_ =
      add_action(tr("&Close"), Qt::CTRL | Qt::Key_W, tr("Close the test set"),
                 on_current([](TestSetPage& page, TestSetEditor& e) { page.close_editor(e); }));
  next_ = add_action(tr("Next &problem"), Qt::Key_F8, tr("Go to the next problem"),
                     on_current([](TestSetPage&, TestSetEditor& e) { e.next_problem(false); }));
  previous_ =
      add_action(tr("Previous problem"), Qt::SHIFT | Qt::Key_F8, tr("Go to the previous problem"),
                 on_current([](TestSetPage&, TestSetEditor& e) { e.next_problem(true); }));
  text_ = add_action(tr("Show &text"), Qt::CTRL | Qt::Key_T, tr("Show the YAML beside the matrix"),
                     [this] {
                       for (auto* editor : editors()) editor->show_text(text_->isChecked());
                     });
  text_->setCheckable(true);
  text_->setChecked(true);
  run_ = add_action(tr("&Run"), Qt::CTRL | Qt::Key_R, tr("Run the test set"),
                    [this] { run_current(); });
}

void TestSetPage::fill_new_menu() {
  new_menu_->clear();
  new_menu_->addAction(tr("Empty test set"), this, [this] { open_text(empty_test_set()); });
  new_menu_->addSeparator();
  for (const Template& from : test_set_templates(places_)) {
    auto* action = new_menu_->addAction(from.name, this, [this, from] { open_template(from); });
    action->setToolTip(from.description);
  }
  new_menu_->setToolTipsVisible(true);
}

void TestSetPage::fill_recent_menu() {
  recent_menu_->clear();
  const QStringList files = recent_.paths();
  for (const QString& file : files)
    recent_menu_
        ->addAction(QFileInfo(file).completeBaseName(), this, [this, file] { open_file(file); })
        ->setToolTip(file);
  if (files.isEmpty()) recent_menu_->addAction(tr("None yet"))->setEnabled(false);
  recent_menu_->setToolTipsVisible(true);
}

}  // namespace seawind::gui
