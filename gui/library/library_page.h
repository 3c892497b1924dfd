// SPDX-License-Identifier: GPL-3.0-or-later
// The page with link profiles, routers, TCP variants and workloads: the shipped files (read-only)
// and the user's own. The tree of all files is at the left, the open files are tabs at the right.
#pragma once

#include <QFileSystemWatcher>
#include <QLineEdit>
#include <QSet>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeView>
#include <functional>

#include "gui/document/yaml_document.h"
#include "gui/page.h"

namespace seawind::gui {

class DocumentView;
class LibraryModel;

class LibraryPage : public Page {
  Q_OBJECT

 public:
  /// Creates the preview of a document, or returns null.
  using MakePreview = std::function<QWidget*(YamlDocument&, const Places&, QWidget*)>;

  LibraryPage(Places places, MakePreview make_preview, QWidget* parent);
  ~LibraryPage() override;

  QString title() const override { return tr("Library"); }
  QList<QAction*> page_actions() const override { return actions_; }
  QUndoStack* undo_stack() const override;
  bool may_close() override;
  bool show_item(const QString& what, const QString& argument) override;
  void save_state(QSettings& settings) const override;
  void restore_state(QSettings& settings) override;

  /// Opens the file as a tab, or shows its tab if it is open. See kind_of_file() for the kind.
  /// Returns null after a message to the user if the file cannot be read or has no kind.
  DocumentView* open_file(const QString& file);
  /// The documents of all tabs, saved or not.
  QList<YamlDocument*> documents() const;
  /// The shown tab; null: none.
  DocumentView* current() const;

  // The operations behind the actions, without their dialogs. They return false and set `error` on
  // failure.
  /// Creates an own file of the kind. `template_file`: file to copy; empty: the smallest valid
  /// file.
  bool create(Kind kind, const QString& name, const QString& template_file, QString& error);
  /// `name` without folder and suffix. Fails for shipped files, and while edits are unsaved.
  bool rename(const QString& file, const QString& name, QString& error);
  /// Moves an own file to the wastebasket, or deletes it if that fails. Closes its tab.
  bool remove(const QString& file, QString& error);
  /// Opens a file of the library. Copies any other file with its data files into the library; emits
  /// show_requested() for a test set.
  bool import_file(const QString& file, QString& error);
  /// Writes the document to `file`; an empty `file` creates a new own file. Shows a dialog if
  /// another program has changed the file since it was read; false with an empty `error` if the
  /// user declines.
  bool save(DocumentView& view, const QString& file, QString& error);
  /// Closes the tab. Shows a dialog first if there are unsaved edits, unless `asked` is set.
  void close_tab(int index, bool asked = false);

  /// The action with the object name "new", "duplicate", "rename", "delete", "save", "save_as",
  /// "revert", "import", "show_in_folder", "close" or "find".
  QAction* action(const QString& name) const;
  LibraryModel& model() { return *model_; }
  QTreeView& tree() { return *tree_; }
  QTabWidget& tabs() { return *tabs_; }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void make_actions();
  void make_tree();
  void follow_tab();
  void follow_selection();
  void changed_on_disk(DocumentView& view);
  void gone_from_disk(DocumentView& view, bool gone);
  void edit_copy(DocumentView& view);
  QString selected_file() const;
  DocumentView* view_of(const QString& file) const;
  DocumentView* add_tab(YamlDocument* document);
  void name_tab(DocumentView& view);
  void say(const QString& error);
  void show_new_dialog(const QString& template_file);
  void show_name_dialog(const QString& question, const QString& first,
                        const std::function<bool(const QString&, QString&)>& done);
  QString free_name(Kind kind, const QString& name) const;

  Places places_;
  MakePreview make_preview_;
  LibraryModel* model_;
  QSortFilterProxyModel* filtered_;
  QLineEdit* filter_;
  QTreeView* tree_;
  QTabWidget* tabs_;
  QSplitter* splitter_;
  QStackedWidget* shown_;  // the tabs, or a hint if no file is open
  QList<QAction*> actions_;
  QFileSystemWatcher folders_;
};

}  // namespace seawind::gui
