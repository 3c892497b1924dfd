// SPDX-License-Identifier: GPL-3.0-or-later
// Link profiles, routers, TCP variants and workloads: what is shipped (read-only) and the user's
// own. On the left all files, on the right those that are open.
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
  using MakePreview = std::function<QWidget*(YamlDocument&, const Places&, QWidget*)>;

  LibraryPage(Places places, MakePreview make_preview, QWidget* parent);
  ~LibraryPage() override;

  QString title() const override { return tr("Library"); }
  QList<QAction*> page_actions() const override { return actions_; }
  QUndoStack* undo_stack() const override;
  bool may_close() override;
  bool show_wanted(const QString& what, const QString& argument) override;
  void save_state(QSettings& settings) const override;
  void restore_state(QSettings& settings) override;

  /// Opens the file as a tab, or shows the tab it has. The kind is that of its folder, else of what
  /// it holds. Null, and the user is told, when it cannot be read.
  DocumentView* open_file(const QString& file);
  /// All that is open, saved or not: for recovery after a crash.
  QList<YamlDocument*> documents() const;
  /// A tab with unsaved text: what recovery found.
  DocumentView* open_text(Kind kind, const QString& text, const QString& file);
  DocumentView* current() const;

  // What the actions do, with the answers given. All say what went wrong in `error`.
  /// A new own file of the kind; `like`: a file to copy, empty: the smallest that is valid.
  bool create(Kind kind, const QString& name, const QString& like, QString& error);
  bool rename(const QString& file, const QString& name, QString& error);
  bool remove(const QString& file, QString& error);
  bool import_file(const QString& file, QString& error);
  /// Asks where another program has changed the file since; false without an error: "no".
  bool save(DocumentView& view, const QString& file, QString& error);
  /// Drops unsaved edits after asking; `asked`: has been answered already.
  void close_tab(int index, bool asked = false);

  /// An action by its object name ("new", "duplicate", "rename", "delete", "save", "save_as",
  /// "revert", "import", "show_in_folder", "close", "find").
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
  void ask_new(const QString& like);
  void ask_name(const QString& question, const QString& first,
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
  QStackedWidget* shown_;  // the tabs, or what to do when there is none
  QList<QAction*> actions_;
  QFileSystemWatcher folders_;
};

}  // namespace seawind::gui
