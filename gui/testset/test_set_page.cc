// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/test_set_page.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QVBoxLayout>

#include "gui/form/overwrite.h"
#include "gui/testset/axis_model.h"
#include "gui/testset/templates.h"
#include "gui/testset/test_set_editor.h"
#include "gui/testset/welcome.h"

namespace seawind::gui {
namespace {

/// Whether the file is a file of the library other than a test set.
bool is_part(const QString& file) {
  const QString folder = QFileInfo(file).absoluteDir().dirName();
  for (const Kind kind : {Kind::kProfile, Kind::kRouter, Kind::kTcp, Kind::kWorkload})
    if (folder == folder_of(kind)) return true;
  return false;
}

QString filter_text() {
  return TestSetPage::tr("Test sets (*.yaml)");
}

}  // namespace

TestSetPage::TestSetPage(Places places, QWidget* parent)
    : Page(parent),
      places_(std::move(places)),
      stack_(new QStackedWidget(this)),
      tabs_(new QTabWidget(this)),
      new_menu_(std::make_unique<QMenu>()),
      recent_menu_(std::make_unique<QMenu>()) {
  tabs_->setDocumentMode(true);
  tabs_->setTabsClosable(true);
  tabs_->setMovable(true);
  tabs_->setAccessibleName(tr("Open test sets"));
  auto* welcome = new Welcome(places_, this);
  stack_->addWidget(welcome);
  stack_->addWidget(tabs_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(stack_);
  setAcceptDrops(true);
  make_actions();
  connect(tabs_, &QTabWidget::currentChanged, this, &TestSetPage::follow_tab);
  connect(tabs_, &QTabWidget::tabCloseRequested, this,
          [this](int index) { close_editor(*static_cast<TestSetEditor*>(tabs_->widget(index))); });
  connect(welcome, &Welcome::template_chosen, this, &TestSetPage::open_template);
  connect(welcome, &Welcome::file_chosen, this, &TestSetPage::open_file);
  connect(welcome, &Welcome::empty_chosen, this, [this] { open_text(empty_test_set()); });
  connect(welcome, &Welcome::browse_chosen, this, &TestSetPage::choose_file);
  follow_tab();
}

TestSetPage::~TestSetPage() = default;

QList<QAction*> TestSetPage::page_actions() const {
  return actions_;
}

QUndoStack* TestSetPage::undo_stack() const {
  auto* editor = current();
  return editor == nullptr ? nullptr : &editor->document().undo_stack();
}

TestSetEditor* TestSetPage::current() const {
  return static_cast<TestSetEditor*>(tabs_->currentWidget());
}

QList<TestSetEditor*> TestSetPage::editors() const {
  QList<TestSetEditor*> all;
  for (int i = 0; i < tabs_->count(); ++i)
    all.append(static_cast<TestSetEditor*>(tabs_->widget(i)));
  return all;
}

TestSetEditor* TestSetPage::add_editor() {
  auto* editor = new TestSetEditor(places_, tabs_);
  editor->show_text(text_->isChecked());
  if (!layout_.isEmpty()) editor->restore_layout(layout_);
  connect(editor, &TestSetEditor::status_message, this, &Page::status_message);
  connect(editor, &TestSetEditor::file_requested, this,
          [this](const QString& file) { emit show_requested("file", file); });
  const auto show = [this, editor] { show_name(*editor); };
  connect(&editor->document(), &YamlDocument::modified_changed, this, show);
  connect(&editor->document(), &YamlDocument::file_changed, this, show);
  return editor;
}

bool TestSetPage::open_file(const QString& file) {
  const QString path = QDir::cleanPath(QFileInfo(file).absoluteFilePath());
  for (auto* editor : editors())
    if (editor->document().file() == path) {
      tabs_->setCurrentWidget(editor);
      return true;
    }
  auto* editor = add_editor();
  QString error;
  if (!editor->document().load(path, error)) {
    delete editor;
    show_error(tr("%1 cannot be opened.").arg(path), error);
    return false;
  }
  tabs_->setCurrentIndex(tabs_->addTab(editor, editor->name()));
  show_name(*editor);
  recent_.add(path);
  return true;
}

TestSetEditor* TestSetPage::open_text(const QString& text) {
  auto* editor = add_editor();
  editor->document().reset(text);
  tabs_->setCurrentIndex(tabs_->addTab(editor, editor->name()));
  show_name(*editor);
  return editor;
}

TestSetEditor* TestSetPage::open_template(const Template& from) {
  const QString text = template_text(from);
  if (text.isEmpty()) {
    show_error(tr("The template %1 cannot be used.").arg(from.name),
               tr("%1 is empty or cannot be read.").arg(from.path));
    return nullptr;
  }
  return open_text(text);
}

bool TestSetPage::save(TestSetEditor& editor) {
  if (editor.document().file().isEmpty() || editor.is_shipped()) return show_save_as_dialog(editor);
  return save_as(editor, editor.document().file());
}

bool TestSetPage::save_as(TestSetEditor& editor, const QString& file) {
  const QString path = QDir::cleanPath(QFileInfo(file).absoluteFilePath());
  if (places_.is_shipped(path)) {
    show_error(
        tr("%1 is not written.").arg(path),
        tr("The folder holds what comes with Seawind; save the test set in your library, %1.")
            .arg(places_.own_folder(Kind::kTestSet)));
    return false;
  }
  QDir().mkpath(QFileInfo(path).absolutePath());
  const auto overwrite = confirm_overwrite(editor.document(), path, this);
  if (!overwrite) return false;
  QString error;
  if (!editor.document().save_as(path, error, *overwrite)) {
    show_error(tr("%1 cannot be saved.").arg(path), error);
    return false;
  }
  recent_.add(path);
  emit status_message(tr("Saved %1").arg(path));
  return true;
}

bool TestSetPage::show_save_as_dialog(TestSetEditor& editor) {
  const QString old = editor.document().file();
  const QString name = old.isEmpty() ? tr("new") : QFileInfo(old).completeBaseName();
  const QString folder = old.isEmpty() || editor.is_shipped() ? places_.own_folder(Kind::kTestSet)
                                                              : QFileInfo(old).absolutePath();
  QDir().mkpath(folder);
  QString file = QFileDialog::getSaveFileName(this, tr("Save the test set"),
                                              folder + '/' + name + ".yaml", filter_text());
  if (file.isEmpty()) return false;
  if (!file.endsWith(".yaml")) file += ".yaml";
  return save_as(editor, file);
}

bool TestSetPage::close_editor(TestSetEditor& editor) {
  if (editor.document().is_modified()) {
    tabs_->setCurrentWidget(&editor);
    const auto answer = QMessageBox::question(
        this, tr("Unsaved edits"), tr("%1 has unsaved edits.").arg(editor.name()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Cancel) return false;
    if (answer == QMessageBox::Save && !save(editor)) return false;
  }
  layout_ = editor.layout_state();
  tabs_->removeTab(tabs_->indexOf(&editor));
  editor.deleteLater();
  follow_tab();
  return true;
}

bool TestSetPage::may_close() {
  for (auto* editor : editors()) {
    if (!editor->document().is_modified()) continue;
    tabs_->setCurrentWidget(editor);
    const auto answer = QMessageBox::question(
        this, tr("Unsaved edits"), tr("%1 has unsaved edits.").arg(editor->name()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Cancel) return false;
    if (answer == QMessageBox::Save && !save(*editor)) return false;
  }
  return true;
}

bool TestSetPage::run_current() {
  auto* editor = current();
  if (editor == nullptr) return false;
  Checker& checker = editor->checker();
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
  if (editor->document().is_modified() || editor->document().file().isEmpty()) {
    QMessageBox box(QMessageBox::Question, tr("Run"),
                    tr("%1 has to be saved before it is run.").arg(editor->name()),
                    QMessageBox::Cancel, this);
    auto* yes = box.addButton(tr("Save and run"), QMessageBox::AcceptRole);
    box.setDefaultButton(yes);
    box.exec();
    if (box.clickedButton() != yes || !save(*editor)) return false;
  }
  emit show_requested("run", editor->document().file());
  return true;
}

void TestSetPage::revert_current() {
  auto* editor = current();
  if (editor == nullptr) return;
  if (const QString why = editor->revert(); !why.isEmpty())
    show_error(tr("%1 cannot be read again.").arg(editor->document().file()), why);
}

bool TestSetPage::show_item(const QString& what, const QString& argument) {
  if (what != "file" || is_part(argument)) return false;
  return open_file(argument);
}

void TestSetPage::choose_file() {
  const auto* editor = current();
  const QString folder =
      editor == nullptr || editor->is_shipped() ? places_.own_folder(Kind::kTestSet) : QString();
  const QStringList files =
      QFileDialog::getOpenFileNames(this, tr("Open test sets"), folder, filter_text());
  for (const QString& file : files) open_file(file);
}

void TestSetPage::follow_tab() {
  auto* editor = current();
  stack_->setCurrentIndex(editor == nullptr ? 0 : 1);
  for (auto* action : {save_, save_as_, revert_, close_, run_, next_, previous_})
    action->setEnabled(editor != nullptr);
  if (editor != nullptr) revert_->setEnabled(!editor->document().file().isEmpty());
  emit undo_stack_changed();
}

void TestSetPage::show_name(TestSetEditor& editor) {
  const int index = tabs_->indexOf(&editor);
  if (index < 0) return;
  const bool modified = editor.document().is_modified();
  tabs_->setTabText(index, modified ? editor.name() + " *" : editor.name());
  tabs_->setTabToolTip(
      index, editor.document().file().isEmpty() ? tr("Not saved yet") : editor.document().file());
  if (&editor == current()) revert_->setEnabled(!editor.document().file().isEmpty());
}

void TestSetPage::show_error(const QString& what, const QString& why) {
  emit status_message(what + ' ' + why);
  auto* box = new QMessageBox(QMessageBox::Warning, title(), what, QMessageBox::Ok, this);
  box->setInformativeText(why);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

void TestSetPage::dragEnterEvent(QDragEnterEvent* event) {
  if (!yaml_files_of(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void TestSetPage::dropEvent(QDropEvent* event) {
  for (const QString& file : yaml_files_of(event->mimeData())) {
    auto* editor = current();
    if (is_part(file) && editor != nullptr)
      editor->add_file(file);
    else
      open_file(file);
  }
  event->acceptProposedAction();
}

void TestSetPage::save_state(QSettings& settings) const {
  QStringList files;
  for (auto* editor : editors())
    if (!editor->document().file().isEmpty()) files.append(editor->document().file());
  settings.setValue("testset/open", files);
  settings.setValue("testset/current",
                    current() == nullptr ? QString() : current()->document().file());
  settings.setValue("testset/show_text", text_->isChecked());
  settings.setValue("testset/layout", current() == nullptr ? layout_ : current()->layout_state());
}

void TestSetPage::restore_state(QSettings& settings) {
  layout_ = settings.value("testset/layout").toByteArray();
  text_->setChecked(settings.value("testset/show_text", true).toBool());
  const QStringList files = settings.value("testset/open").toStringList();
  for (const QString& file : files)
    if (QFileInfo(file).isFile()) open_file(file);
  const QString shown = settings.value("testset/current").toString();
  if (QFileInfo(shown).isFile()) open_file(shown);
}

}  // namespace seawind::gui
