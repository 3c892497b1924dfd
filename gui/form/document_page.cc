// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/document_page.h"

#include "gui/document/file_content.h"
#include "gui/document/kind_of_file.h"

namespace seawind::gui {

DocumentPage::DocumentPage(Places places, QString key, QList<Kind> kinds, QWidget* parent)
    : Page(parent),
      places_(std::move(places)),
      key_(std::move(key)),
      kinds_(std::move(kinds)),
      tabs_(new QTabWidget(this)) {
  tabs_->setTabsClosable(true);
  tabs_->setMovable(true);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Open files"));
  setAcceptDrops(true);
  connect(tabs_, &QTabWidget::currentChanged, this, [this] { follow_tab(); });
  connect(tabs_, &QTabWidget::tabCloseRequested, this,
          [this](int index) { close_editor(*editors()[index]); });
}

DocumentPage::~DocumentPage() {
  tabs_->disconnect(this);
}

QStackedWidget* DocumentPage::stack_over(QWidget* nothing) {
  stack_ = new QStackedWidget(this);
  stack_->addWidget(nothing);
  stack_->addWidget(tabs_);
  return stack_;
}

void DocumentPage::add_document_actions() {
  const auto add = [this](const char* name, const QString& text, const QString& tip,
                          const QKeySequence& keys, void (*work)(DocumentPage&, DocumentEditor&)) {
    add_action(name, text, tip, keys, [this, work] {
      if (auto* editor = current()) work(*this, *editor);
    });
  };
  add("save", tr("&Save"), tr("Write the file"), QKeySequence::Save,
      [](DocumentPage& page, DocumentEditor& editor) { page.save(editor); });
  add("save_as", tr("Save &as\u2026"), tr("Write the text as another file"),
      Qt::CTRL | Qt::SHIFT | Qt::Key_S,
      [](DocumentPage& page, DocumentEditor& editor) { page.show_save_as_dialog(editor); });
  add("revert", tr("Re&vert"), tr("Back to what the file holds; can be undone"), {},
      [](DocumentPage&, DocumentEditor& editor) { editor.revert(); });
  add("close", tr("&Close"), tr("Close the file in front"), Qt::CTRL | Qt::Key_W,
      [](DocumentPage& page, DocumentEditor& editor) { page.close_editor(editor); });
  add("find_key", tr("Find a &key"), tr("Find a key by its name or meaning"), QKeySequence::Find,
      [](DocumentPage&, DocumentEditor& editor) { editor.find_key(); });
  add("next_problem", tr("Next &problem"), tr("Go to the next problem"), Qt::Key_F8,
      [](DocumentPage&, DocumentEditor& editor) { editor.next_problem(false); });
  add("previous_problem", tr("Previous problem"), tr("Go to the previous problem"),
      Qt::SHIFT | Qt::Key_F8,
      [](DocumentPage&, DocumentEditor& editor) { editor.next_problem(true); });
}

DocumentEditor* DocumentPage::current() const {
  return static_cast<DocumentEditor*>(tabs_->currentWidget());
}

QList<DocumentEditor*> DocumentPage::editors() const {
  QList<DocumentEditor*> all;
  for (int i = 0; i < tabs_->count(); ++i) all << static_cast<DocumentEditor*>(tabs_->widget(i));
  return all;
}

DocumentEditor* DocumentPage::editor_of(const QString& file) const {
  for (auto* editor : editors())
    if (editor->document().file() == file) return editor;
  return nullptr;
}

QUndoStack* DocumentPage::undo_stack() const {
  auto* editor = current();
  return editor == nullptr ? nullptr : &editor->document().undo_stack();
}

bool DocumentPage::show_item(const QString& what, const QString& argument) {
  if (what != "file") return false;
  const auto kind = kind_of_file(argument, places_);
  return kind && kinds_.contains(*kind) && open_file(argument) != nullptr;
}

DocumentEditor* DocumentPage::open_file(const QString& path) {
  const QString file = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
  if (auto* open = editor_of(file)) {
    tabs_->setCurrentWidget(open);
    return open;
  }
  QString error;
  auto kind = kind_of_file(file, places_);
  if (!read_all(file, error)) {
    show_error(error);
    return nullptr;
  }
  if (!kind && kinds_.size() == 1) kind = kinds_[0];
  if (!kind) {
    show_error(unknown_kind(file));
    return nullptr;
  }
  if (!kinds_.contains(*kind)) {
    emit show_requested("file", file);
    return nullptr;
  }
  auto document = std::make_unique<YamlDocument>(*kind, places_);
  if (!document->load(file, error)) {
    show_error(error);
    return nullptr;
  }
  file_used(file, false);
  return add_tab(std::move(document));
}

DocumentEditor* DocumentPage::add_tab(std::unique_ptr<YamlDocument> document) {
  auto* editor = make_editor(document.get());
  document.release()->setParent(editor);  // the last child, destroyed after all that refer to it
  const YamlDocument& shown = editor->document();
  const auto show = [this, editor] { show_name(*editor); };
  connect(&shown, &YamlDocument::modified_changed, this, show);
  connect(&shown, &YamlDocument::file_changed, this, show);
  connect(editor, &DocumentEditor::status_message, this, &Page::status_message);
  connect(editor, &DocumentEditor::save_requested, this, [this, editor] { save(*editor); });
  if (!layout_.isEmpty()) editor->restore_layout(layout_);
  editor->follow_file();
  tabs_->setCurrentIndex(tabs_->addTab(editor, editor->name()));
  show_name(*editor);
  return editor;
}

void DocumentPage::show_name(DocumentEditor& editor) {
  const int index = tabs_->indexOf(&editor);
  if (index < 0) return;
  const auto& document = editor.document();
  tabs_->setTabText(index, document.is_modified() ? editor.name() + " *" : editor.name());
  tabs_->setTabToolTip(index, document.file().isEmpty() ? tr("Not saved yet") : document.file());
  show_modified(document.file(), document.is_modified());
  if (&editor == current()) follow_tab();
}

void DocumentPage::follow_tab() {
  auto* editor = current();
  stack_->setCurrentIndex(editor == nullptr ? 0 : 1);
  const bool writable = editor != nullptr && !editor->is_read_only();
  action("save")->setEnabled(writable);
  action("revert")->setEnabled(writable && editor->document().is_modified() &&
                               !editor->document().file().isEmpty());
  for (const char* name : {"save_as", "close", "find_key", "next_problem", "previous_problem"})
    action(name)->setEnabled(editor != nullptr);
  emit undo_stack_changed();
}

// --- writing and closing

bool DocumentPage::save(DocumentEditor& editor) {
  if (editor.document().file().isEmpty() || editor.is_shipped()) return show_save_as_dialog(editor);
  return save_as(editor, editor.document().file());
}

bool DocumentPage::save_as(DocumentEditor& editor, const QString& file) {
  using Overwrite = YamlDocument::Overwrite;
  const QString path = QDir::cleanPath(QFileInfo(file).absoluteFilePath());
  auto& document = editor.document();
  if (places_.is_shipped(path)) {
    show_error(tr("%1 is part of Seawind and cannot be changed; save under another name in your "
                  "library, %2.")
                   .arg(path, places_.own_folder(document.kind())));
    return false;
  }
  QString error;
  if (auto* other = editor_of(path); other != nullptr && other != &editor) {
    tabs_->setCurrentWidget(other);
    show_error(tr("%1 is open in this tab. Close it first, or choose another name.").arg(path));
    return false;
  }
  if (path != document.file())
    error = problem_of_name(document.kind(), QFileInfo(path).completeBaseName());
  if (!error.isEmpty()) {
    show_error(error);
    return false;
  }
  Overwrite overwrite = Overwrite::kIfUnchanged;
  if (path == document.file() && document.is_changed_on_disk()) {
    const auto answer = QMessageBox::question(
        this, tr("Changed on the disk"),
        tr("Another program has changed %1 since it was opened. Overwrite what it holds now?")
            .arg(path),
        QMessageBox::Save | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Save) return false;
    overwrite = Overwrite::kAlways;
  }
  const bool copied =
      document.file().isEmpty() || copy_data_files(document.text(), document.file(), path, error);
  if (!copied || !document.save_as(path, error, overwrite)) {
    show_error(error);
    return false;
  }
  editor.follow_file();
  show_name(editor);
  file_used(path, true);
  emit status_message(tr("Saved %1.").arg(path));
  return true;
}

bool DocumentPage::show_save_as_dialog(DocumentEditor& editor) {
  const auto& document = editor.document();
  const QString old = document.file();
  const QString folder = old.isEmpty() || editor.is_shipped() ? places_.own_folder(document.kind())
                                                              : QFileInfo(old).absolutePath();
  const QString name = old.isEmpty() ? tr("new") : QFileInfo(old).completeBaseName();
  QDir().mkpath(folder);
  QFileDialog dialog(this, tr("Save as"), folder, filter_text());
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("yaml");
  dialog.selectFile(free_name(folder, name) + ".yaml");
  return dialog.exec() == QDialog::Accepted && save_as(editor, dialog.selectedFiles().value(0));
}

bool DocumentPage::close_editor(DocumentEditor& editor) {
  if (editor.document().is_modified()) {
    tabs_->setCurrentWidget(&editor);
    if (!settle({&editor})) return false;
  }
  drop_editor(editor);
  return true;
}

void DocumentPage::drop_editor(DocumentEditor& editor) {
  show_modified(editor.document().file(), false);
  layout_ = editor.layout_state();
  tabs_->removeTab(tabs_->indexOf(&editor));
  editor.deleteLater();
}

bool DocumentPage::may_close() {
  return settle(editors());
}

bool DocumentPage::settle(const QList<DocumentEditor*>& editors) {
  QStringList names;
  for (const auto* editor : editors)
    if (editor->document().is_modified()) names << editor->name();
  if (names.isEmpty()) return true;
  const auto answer = QMessageBox::question(
      this, tr("Unsaved edits"), tr("Not saved: %1").arg(names.join(QStringLiteral(", "))),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Cancel) return false;
  return answer == QMessageBox::Discard ||
         std::all_of(editors.begin(), editors.end(), [this](DocumentEditor* editor) {
           return !editor->document().is_modified() || save(*editor);
         });
}

void DocumentPage::show_error(const QString& error) {
  emit status_message(error);
  auto* box =
      new QMessageBox(QMessageBox::Warning, window()->windowTitle(), error, QMessageBox::Ok, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

QString DocumentPage::free_name(const QString& folder, const QString& name) {
  QString free = name;
  for (int n = 2; QFileInfo::exists(folder + '/' + free + ".yaml"); ++n)
    free = name + '-' + QString::number(n);
  return free;
}

// --- state of the page

void DocumentPage::save_state(QSettings& settings) const {
  QStringList files;
  for (auto* editor : editors())
    if (!editor->document().file().isEmpty()) files << editor->document().file();
  settings.setValue(key_ + "/open", files);
  settings.setValue(key_ + "/current",
                    current() == nullptr ? QString() : current()->document().file());
  settings.setValue(key_ + "/layout", current() == nullptr ? layout_ : current()->layout_state());
}

void DocumentPage::restore_state(QSettings& settings) {
  layout_ = settings.value(key_ + "/layout").toByteArray();
  for (const QString& file : settings.value(key_ + "/open").toStringList())
    if (QFileInfo(file).isFile()) open_file(file);
  if (auto* last = editor_of(settings.value(key_ + "/current").toString()))
    tabs_->setCurrentWidget(last);
}

void DocumentPage::dragEnterEvent(QDragEnterEvent* event) {
  if (!yaml_files_of(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void DocumentPage::dropEvent(QDropEvent* event) {
  for (const QString& file : yaml_files_of(*event->mimeData())) drop_file(file);
  event->acceptProposedAction();
}

}  // namespace seawind::gui
