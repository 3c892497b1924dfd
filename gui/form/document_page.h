// SPDX-License-Identifier: GPL-3.0-or-later
// A page whose documents are tabs: opens, saves, reverts and closes them, and shows a dialog before
// unsaved edits are lost.
#pragma once

#include <QtWidgets>
#include <memory>

#include "gui/form/document_editor.h"
#include "gui/page.h"
#include "gui/places.h"

namespace seawind::gui {

class DocumentPage : public Page {
  Q_OBJECT

 public:
  ~DocumentPage() override;

  QUndoStack* undo_stack() const override;
  bool may_close() override;
  bool show_item(const QString& what, const QString& argument) override;
  void save_state(QSettings& settings) const override;
  void restore_state(QSettings& settings) override;

  /// The shown editor; null: none.
  DocumentEditor* current() const;
  QList<DocumentEditor*> editors() const;
  QTabWidget& tabs() { return *tabs_; }

  /// Shows the tab of the file, or opens one. See kind_of_file() for the kind; requests another
  /// page for a file of its kinds. Returns null after a message to the user if this page does not
  /// show the file.
  DocumentEditor* open_file(const QString& file);
  /// Saves the document. Shows a dialog for the name if it has none or is shipped. False if the
  /// user cancelled or saving failed; the error was shown.
  bool save(DocumentEditor& editor);
  /// Shows a dialog if another program has changed the file since it was read. Copies the data
  /// files that the document names. False as well for the file of another tab, which is then shown.
  bool save_as(DocumentEditor& editor, const QString& file);
  /// Closes the tab. Shows a dialog first if there are unsaved edits. False if the user cancelled.
  bool close_editor(DocumentEditor& editor);

 protected:
  /// `key`: prefix of the page's keys in QSettings. `kinds`: the kinds it edits.
  DocumentPage(Places places, QString key, QList<Kind> kinds, QWidget* parent);

  /// Creates the editor of the document, which the page owns.
  virtual DocumentEditor* make_editor(YamlDocument* document) = 0;
  /// Another tab is shown, or its state has changed: enables the actions.
  virtual void follow_tab();
  /// The file was opened, or written.
  virtual void file_used(const QString& /*file*/, bool /*written*/) {}
  virtual void show_modified(const QString& /*file*/, bool /*modified*/) {}

  /// Appends the actions "save", "save_as", "revert", "close", "find_key", "next_problem" and
  /// "previous_problem".
  void add_document_actions();
  /// A stack of the tabs and `nothing`, which is shown while no document is open. Owns both.
  QStackedWidget* stack_over(QWidget* nothing);
  DocumentEditor* add_tab(std::unique_ptr<YamlDocument> document);
  DocumentEditor* editor_of(const QString& file) const;
  /// Closes the tab; its unsaved edits are lost.
  void drop_editor(DocumentEditor& editor);
  void show_error(const QString& error);
  /// `name`, or `name` with a number, such that the folder has no such file.
  static QString free_name(const QString& folder, const QString& name);
  static QString filter_text() { return tr("YAML files (*.yaml *.yml)"); }

  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  virtual void drop_file(const QString& file) { open_file(file); }

  const Places places_;

 private:
  bool show_save_as_dialog(DocumentEditor& editor);
  /// Saves, discards or keeps the unsaved edits of `editors`, as the user decides. False:
  /// cancelled.
  bool settle(const QList<DocumentEditor*>& editors);
  void show_name(DocumentEditor& editor);

  const QString key_;
  const QList<Kind> kinds_;
  QTabWidget* tabs_;
  QStackedWidget* stack_ = nullptr;
  QByteArray layout_;  // of new tabs
};

}  // namespace seawind::gui
