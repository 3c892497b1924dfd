// SPDX-License-Identifier: GPL-3.0-or-later
// Actions and menus of the page of test sets.

#include "gui/plain_text.h"
#include "gui/testset/templates.h"
#include "gui/testset/test_set_page.h"

namespace seawind::gui {

void TestSetPage::make_actions() {
  const auto add_menu = [this](const char* name, const QString& text, const QString& tip,
                               const QKeySequence& keys, QMenu& menu, void (TestSetPage::*fill)()) {
    connect(&menu, &QMenu::aboutToShow, this, fill);
    add_action(name, text, tip, keys, [this, &menu] {
      menu.popup(mapToGlobal(QPoint(20, 20)));
    })->setMenu(&menu);
  };
  add_menu("new", tr("&New"), tr("A new test set from a template"), QKeySequence::New, *new_menu_,
           &TestSetPage::fill_new_menu);
  add_action("open", tr("&Open..."), tr("Open a test set"), QKeySequence::Open,
             [this] { choose_file(); });
  add_menu("recent", tr("Open r&ecent"), tr("Test sets that were open lately"), {}, *recent_menu_,
           &TestSetPage::fill_recent_menu);
  add_document_actions();
  auto* text = add_action(
      "show_text", tr("Show &text"), tr("Show the YAML beside the matrix"), Qt::CTRL | Qt::Key_T,
      [this] {
        for (auto* editor : editors())
          static_cast<TestSetEditor*>(editor)->show_text(action("show_text")->isChecked());
      });
  text->setCheckable(true);
  text->setChecked(true);
  add_action("run", tr("&Run"), tr("Run the test set"), Qt::Key_F5, [this] {
    run_current();
  })->setShortcuts({Qt::Key_F5, Qt::CTRL | Qt::Key_R});
}

void TestSetPage::fill_new_menu() {
  new_menu_->clear();
  new_menu_->addAction(tr("Empty test set"), this, [this] { open_text(empty_test_set()); });
  new_menu_->addSeparator();
  for (const Template& from : test_set_templates(places_)) {
    auto* action = new_menu_->addAction(without_mnemonic(from.name), this,
                                        [this, from] { open_template(from); });
    action->setToolTip(from.description);
  }
  new_menu_->setToolTipsVisible(true);
}

void TestSetPage::fill_recent_menu() {
  recent_menu_->clear();
  const QStringList files = recent_.paths();
  for (const QString& file : files)
    recent_menu_
        ->addAction(without_mnemonic(QFileInfo(file).completeBaseName()), this,
                    [this, file] { open_file(file); })
        ->setToolTip(file);
  if (files.isEmpty()) recent_menu_->addAction(tr("None yet"))->setEnabled(false);
  recent_menu_->setToolTipsVisible(true);
}

}  // namespace seawind::gui
