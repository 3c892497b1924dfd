// SPDX-License-Identifier: GPL-3.0-or-later
// The page with link profiles, routers, TCP variants and workloads: the shipped files (read-only)
// and the user's own. The tree of all files is at the left, the open files are tabs at the right.
#pragma once

#include <QtWidgets>
#include <functional>

#include "gui/form/document_page.h"
#include "gui/form/document_view.h"

namespace seawind::gui {

class LibraryModel;

class LibraryPage : public DocumentPage {
  Q_OBJECT

 public:
  /// Creates the preview of a document, or returns null.
  using MakePreview = std::function<Preview*(YamlDocument&, const Places&)>;

  LibraryPage(Places places, MakePreview make_preview, QWidget* parent);

  void save_state(QSettings& settings) const override;
  void restore_state(QSettings& settings) override;

  DocumentView* current() const { return static_cast<DocumentView*>(DocumentPage::current()); }
  DocumentView* open_file(const QString& file) {
    return static_cast<DocumentView*>(DocumentPage::open_file(file));
  }

  // The operations behind the actions, without their dialogs. They return false and set `error` on
  // failure.
  /// Creates an own file of the kind. `template_file`: file to copy; empty: the smallest valid
  /// file.
  bool create(Kind kind, const QString& name, const QString& template_file, QString& error);
  /// `name` without folder and suffix. Fails for shipped files, and while edits are unsaved.
  bool rename(const QString& file, const QString& name, QString& error);
  /// Moves an own file to the wastebasket, or deletes it if that fails. Closes its tab.
  bool remove(const QString& file, QString& error);
  /// Opens a file of the library, or a test set on its page. Copies any other file with its data
  /// files into the library.
  bool import_file(const QString& file, QString& error);

  LibraryModel& model() { return *model_; }
  QTreeView& tree() { return *tree_; }

 private:
  DocumentEditor* make_editor(YamlDocument* document) override;
  void follow_tab() override;
  void file_used(const QString& file, bool written) override;
  void show_modified(const QString& file, bool modified) override;
  void drop_file(const QString& file) override;
  void make_actions();
  QWidget* make_tree();
  void browse(const QString& file);
  void follow_selection();
  void edit_copy(DocumentView& view);
  QString selected_file() const;
  void show_new_dialog(const QString& template_file);
  void show_name_dialog(const QString& question, const QString& first,
                        const std::function<bool(const QString&, QString&)>& done);
  void remove_selected();

  MakePreview make_preview_;
  LibraryModel* model_;
  QSortFilterProxyModel* filtered_;
  QLineEdit* filter_;
  QTreeView* tree_;
  QSplitter* splitter_;
  QPointer<DocumentEditor> browsed_;  // opened by a click; the next click closes it if unmodified
  QFileSystemWatcher folders_;
};

}  // namespace seawind::gui
