// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/library_page.h"

#include "gui/layouts.h"
#include "gui/library/library_model.h"

namespace seawind::gui {

LibraryPage::LibraryPage(Places places, MakePreview make_preview, QWidget* parent)
    : DocumentPage(std::move(places), "library", {kLibraryKinds.begin(), kLibraryKinds.end()},
                   parent),
      make_preview_(std::move(make_preview)),
      model_(new LibraryModel(places_, this)) {
  auto* nothing = new QLabel(
      tr("Choose a file on the left to see it, or make a new one.\nYAML files can be dropped "
         "here."));
  nothing->setAlignment(Qt::AlignCenter);
  nothing->setForegroundRole(QPalette::PlaceholderText);
  splitter_ = make_splitter(Qt::Horizontal, {make_tree(), {stack_over(nothing), 1}}, {280, 1320});
  make_column(this, {splitter_});
  make_actions();
  connect(&folders_, &QFileSystemWatcher::directoryChanged, this, [this] { model_->rescan(); });
  for (const Kind kind : kLibraryKinds) {
    for (const QString& folder : {places_.own_folder(kind), places_.shipped_folder(kind)}) {
      if (QFileInfo(folder).isDir()) folders_.addPath(folder);
    }
  }
  follow_tab();
}

QWidget* LibraryPage::make_tree() {
  filter_ = new QLineEdit;
  filter_->setPlaceholderText(tr("Filter: router, codel, …"));
  filter_->setAccessibleName(tr("Filter the library"));
  filter_->setToolTip(
      tr("Kind, name, description, discipline of a router or generator of a workload"));
  filter_->setClearButtonEnabled(true);
  tree_ = new QTreeView;
  tree_->setAccessibleName(tr("Library"));
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setUniformRowHeights(true);
  tree_->setExpandsOnDoubleClick(false);  // a click unfolds
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree_->setContextMenuPolicy(Qt::ActionsContextMenu);
  filtered_ = new QSortFilterProxyModel(this);
  filtered_->setSourceModel(model_);
  filtered_->setRecursiveFilteringEnabled(true);
  filtered_->setFilterRole(LibraryModel::kSearchRole);
  filtered_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  tree_->setModel(filtered_);
  tree_->header()->setStretchLastSection(true);
  tree_->setIndentation(14);
  tree_->header()->resizeSection(LibraryModel::kName, 170);
  tree_->header()->resizeSection(LibraryModel::kState, 48);
  // Folded first, because fifty link profiles would hide the other kinds.
  const auto unfold = [this] {
    for (int kind = 0; kind < filtered_->rowCount(); ++kind) {
      const QModelIndex at = filtered_->index(kind, 0);
      tree_->setExpanded(at, !filter_->text().isEmpty());
      for (int group = 0; group < filtered_->rowCount(at); ++group) {
        tree_->setExpanded(filtered_->index(group, 0, at), true);
      }
    }
  };
  unfold();
  connect(filter_, &QLineEdit::textChanged, this, [this, unfold](const QString& text) {
    filtered_->setFilterFixedString(text);
    unfold();
  });
  connect(tree_, &QTreeView::activated, this, [this] {
    if (selected_file().isEmpty()) return;
    if (open_file(selected_file()) == browsed_) browsed_ = nullptr;
  });
  connect(tree_, &QTreeView::clicked, this, [this](const QModelIndex& at) {
    const QString file = at.data(LibraryModel::kFileRole).toString();
    if (!file.isEmpty())
      browse(file);
    else if (at.siblingAtColumn(0).isValid())
      tree_->setExpanded(at.siblingAtColumn(0), !tree_->isExpanded(at.siblingAtColumn(0)));
  });
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this] { follow_selection(); });
  auto* left = new QWidget;
  QBoxLayout* column = make_column(left, {filter_, {tree_, 1}});
  column->setContentsMargins(4, 4, 0, 0);
  column->setSpacing(4);
  return left;
}

QString LibraryPage::selected_file() const {
  return tree_->currentIndex().data(LibraryModel::kFileRole).toString();
}

// A click shows a file in place of the one that the last click showed.
void LibraryPage::browse(const QString& file) {
  auto* open = editor_of(file);
  const QPointer<DocumentEditor> last = browsed_;
  auto* shown = open_file(file);
  if (open != nullptr || shown == nullptr) return;
  browsed_ = shown;
  if (last == nullptr || last->document().undo_stack().count() > 0) return;
  if (!last->document().is_modified()) close_editor(*last);
}

DocumentEditor* LibraryPage::make_editor(YamlDocument* document) {
  Preview* preview = make_preview_ ? make_preview_(*document, places_) : nullptr;
  auto* view = new DocumentView(document, places_, preview, &tabs());
  connect(view, &DocumentView::copy_requested, this, [this, view] { edit_copy(*view); });
  return view;
}

void LibraryPage::show_modified(const QString& file, bool modified) {
  model_->set_modified(file, modified);
}

void LibraryPage::file_used(const QString& /*file*/, bool written) {
  if (written) model_->rescan();
}

void LibraryPage::drop_file(const QString& file) {
  QString error;
  if (!import_file(file, error)) show_error(error);
}

void LibraryPage::follow_tab() {
  DocumentPage::follow_tab();
  if (auto* view = current()) {
    const QModelIndex at = filtered_->mapFromSource(model_->index_of(view->document().file()));
    if (at.isValid() && at.siblingAtColumn(0) != tree_->currentIndex().siblingAtColumn(0)) {
      tree_->setCurrentIndex(at);
    }
  }
  follow_selection();
}

void LibraryPage::follow_selection() {
  const QString file = selected_file();
  const bool own = !file.isEmpty() && !places_.is_shipped(file);
  action("duplicate")->setEnabled(!file.isEmpty());
  action("rename")->setEnabled(own);
  action("delete")->setEnabled(own);
  action("show_in_folder")->setEnabled(!file.isEmpty());
}

void LibraryPage::save_state(QSettings& settings) const {
  DocumentPage::save_state(settings);
  settings.setValue("library/splitter", splitter_->saveState());
  settings.setValue("library/columns", tree_->header()->saveState());
}

void LibraryPage::restore_state(QSettings& settings) {
  splitter_->restoreState(settings.value("library/splitter").toByteArray());
  tree_->header()->restoreState(settings.value("library/columns").toByteArray());
  DocumentPage::restore_state(settings);
}

}  // namespace seawind::gui
