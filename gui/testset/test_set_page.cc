// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/test_set_page.h"

#include "gui/layouts.h"
#include "gui/testset/templates.h"
#include "gui/testset/test_set_start.h"

namespace seawind::gui {

TestSetPage::TestSetPage(Places places, QWidget* parent)
    : DocumentPage(std::move(places), "testset", {Kind::kTestSet}, parent),
      new_menu_(std::make_unique<QMenu>()),
      recent_menu_(std::make_unique<QMenu>()) {
  auto* start = new TestSetStart(places_, this);
  make_column(this, {stack_over(start)});
  make_actions();
  connect(start, &TestSetStart::template_chosen, this, &TestSetPage::open_template);
  connect(start, &TestSetStart::file_chosen, this, &TestSetPage::open_file);
  connect(start, &TestSetStart::empty_chosen, this, [this] { open_text(empty_test_set()); });
  connect(start, &TestSetStart::browse_chosen, this, &TestSetPage::choose_file);
  follow_tab();
}

DocumentEditor* TestSetPage::make_editor(YamlDocument* document) {
  auto* editor = new TestSetEditor(document, places_, &tabs());
  editor->show_text(action("show_text")->isChecked());
  connect(editor, &TestSetEditor::file_requested, this,
          [this](const QString& file) { emit show_requested("file", file); });
  return editor;
}

TestSetEditor* TestSetPage::open_text(const QString& text) {
  auto document = std::make_unique<YamlDocument>(Kind::kTestSet, places_);
  document->reset(text);
  return static_cast<TestSetEditor*>(add_tab(std::move(document)));
}

TestSetEditor* TestSetPage::open_template(const Template& from) {
  const QString text = template_text(from);
  if (!text.isEmpty()) return open_text(text);
  show_error(tr("The template %1 cannot be used: %2 is empty or cannot be read.")
                 .arg(from.name, from.path));
  return nullptr;
}

bool TestSetPage::run_current() {
  auto* editor = current();
  if (editor == nullptr) return false;
  const Checker& checker = editor->checker();
  const YamlDocument& document = editor->document();
  const bool sound =
      checker.is_current()
          ? checker.problems().empty()
          : check_text(Kind::kTestSet, document.text(), document.file(), places_).empty();
  if (!sound) {
    emit status_message(tr("The test set cannot be run before its problems are corrected."));
    editor->next_problem(false);
    return false;
  }
  if (document.is_modified() || document.file().isEmpty()) {
    QMessageBox box(QMessageBox::Question, tr("Run"),
                    tr("%1 has to be saved before it is run.").arg(editor->name()),
                    QMessageBox::Cancel, this);
    auto* yes = box.addButton(tr("Save and run"), QMessageBox::AcceptRole);
    box.setDefaultButton(yes);
    box.exec();
    if (box.clickedButton() != yes || !save(*editor)) return false;
  }
  emit show_requested("run", document.file());
  return true;
}

void TestSetPage::choose_file() {
  const auto* editor = current();
  const QString folder =
      editor == nullptr || editor->is_shipped() ? places_.own_folder(Kind::kTestSet) : QString();
  for (const QString& file :
       QFileDialog::getOpenFileNames(this, tr("Open test sets"), folder, filter_text()))
    open_file(file);
}

void TestSetPage::follow_tab() {
  DocumentPage::follow_tab();
  action("run")->setEnabled(current() != nullptr);
}

void TestSetPage::drop_file(const QString& file) {
  if (current() == nullptr || !current()->add_file(file)) open_file(file);
}

void TestSetPage::save_state(QSettings& settings) const {
  DocumentPage::save_state(settings);
  settings.setValue("testset/show_text", action("show_text")->isChecked());
}

void TestSetPage::restore_state(QSettings& settings) {
  action("show_text")->setChecked(settings.value("testset/show_text", true).toBool());
  DocumentPage::restore_state(settings);
}

}  // namespace seawind::gui
