// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/library_page.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QVBoxLayout>

#include "gui/form/document_view.h"
#include "gui/library/library_model.h"

namespace seawind::gui {

LibraryPage::LibraryPage(Places places, MakePreview make_preview, QWidget* parent)
    : Page(parent),
      places_(std::move(places)),
      make_preview_(std::move(make_preview)),
      model_(new LibraryModel(places_, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  splitter_ = new QSplitter(this);
  layout->addWidget(splitter_);
  make_tree();
  tabs_ = new QTabWidget(this);
  tabs_->setTabsClosable(true);
  tabs_->setMovable(true);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Open files"));
  shown_ = new QStackedWidget(this);
  auto* nothing = new QLabel(tr("Choose a file on the left to see it, or make a new one.\nYAML "
                                "files can be dropped here."),
                             shown_);
  nothing->setAlignment(Qt::AlignCenter);
  nothing->setForegroundRole(QPalette::PlaceholderText);
  shown_->addWidget(nothing);
  shown_->addWidget(tabs_);
  splitter_->addWidget(shown_);
  splitter_->setStretchFactor(0, 0);
  splitter_->setStretchFactor(1, 1);
  splitter_->setSizes({280, 1320});
  setAcceptDrops(true);
  make_actions();
  connect(tabs_, &QTabWidget::currentChanged, this, [this] { follow_tab(); });
  connect(tabs_, &QTabWidget::tabCloseRequested, this, [this](int index) { close_tab(index); });
  connect(&folders_, &QFileSystemWatcher::directoryChanged, this, [this] { model_->rescan(); });
  for (const Kind kind : kLibraryKinds) {
    for (const QString& folder : {places_.own_folder(kind), places_.shipped_folder(kind)}) {
      if (QFileInfo(folder).isDir()) folders_.addPath(folder);
    }
  }
  follow_tab();
}

LibraryPage::~LibraryPage() {
  tabs_->disconnect(this);
}

void LibraryPage::make_tree() {
  auto* left = new QWidget(this);
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(4, 4, 0, 0);
  column->setSpacing(4);
  filter_ = new QLineEdit(left);
  filter_->setPlaceholderText(tr("Filter by name or description"));
  filter_->setAccessibleName(tr("Filter the library"));
  filter_->setClearButtonEnabled(true);
  column->addWidget(filter_);
  tree_ = new QTreeView(left);
  tree_->setAccessibleName(tr("Library"));
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setUniformRowHeights(true);
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
  column->addWidget(tree_, 1);
  splitter_->addWidget(left);
  const auto unfold = [this] {
    for (int kind = 0; kind < filtered_->rowCount(); ++kind) {
      const QModelIndex at = filtered_->index(kind, 0);
      tree_->setExpanded(at, kind == 0 || !filter_->text().isEmpty());
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
    if (!selected_file().isEmpty()) open_file(selected_file());
  });
  connect(tree_, &QTreeView::clicked, this, [this](const QModelIndex& at) {
    if (!at.data(LibraryModel::kFileRole).toString().isEmpty()) open_file(selected_file());
  });
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this] { follow_selection(); });
}

QString LibraryPage::selected_file() const {
  return tree_->currentIndex().data(LibraryModel::kFileRole).toString();
}

DocumentView* LibraryPage::current() const {
  return qobject_cast<DocumentView*>(tabs_->currentWidget());
}

DocumentView* LibraryPage::view_of(const QString& file) const {
  for (int i = 0; i < tabs_->count(); ++i) {
    auto* view = qobject_cast<DocumentView*>(tabs_->widget(i));
    if (view != nullptr && view->document().file() == file) return view;
  }
  return nullptr;
}

QUndoStack* LibraryPage::undo_stack() const {
  auto* view = current();
  return view == nullptr ? nullptr : &view->document().undo_stack();
}

QList<YamlDocument*> LibraryPage::documents() const {
  QList<YamlDocument*> all;
  for (int i = 0; i < tabs_->count(); ++i) {
    if (auto* view = qobject_cast<DocumentView*>(tabs_->widget(i))) all << &view->document();
  }
  return all;
}

// --- tabs

bool LibraryPage::show_item(const QString& what, const QString& argument) {
  return what == "file" && open_file(argument) != nullptr;
}

DocumentView* LibraryPage::open_file(const QString& path) {
  const QString file = QFileInfo(path).absoluteFilePath();
  if (auto* open = view_of(file)) {
    tabs_->setCurrentWidget(open);
    return open;
  }
  const QFileInfo info(file);
  const auto kind = kind_of_file(file, places_);
  if (!kind) {
    say(!info.isFile() || !info.isReadable() ? tr("Cannot read %1.").arg(file)
                                             : tr("%1 is neither a link profile nor a router, a "
                                                  "TCP variant or a workload: it has none of "
                                                  "their keys.")
                                                   .arg(file));
    return nullptr;
  }
  auto* document = new YamlDocument(*kind, places_, this);
  QString error;
  if (!document->load(file, error)) {
    delete document;
    say(error);
    return nullptr;
  }
  auto* view = add_tab(document);
  view->set_read_only(places_.is_shipped(file));
  return view;
}

DocumentView* LibraryPage::add_tab(YamlDocument* document) {
  QWidget* preview = make_preview_ ? make_preview_(*document, places_, nullptr) : nullptr;
  auto* view = new DocumentView(document, places_, preview, tabs_);
  document->setParent(view);  // the last child, so that it is destroyed after form and editor
  connect(document, &YamlDocument::modified_changed, this, [this, view] { name_tab(*view); });
  connect(document, &YamlDocument::file_changed, this, [this, view] { name_tab(*view); });
  connect(document, &YamlDocument::changed_on_disk, this, [this, view] { changed_on_disk(*view); });
  connect(document, &YamlDocument::gone_from_disk, this,
          [this, view](bool gone) { gone_from_disk(*view, gone); });
  connect(view, &DocumentView::status_message, this, &Page::status_message);
  connect(view, &DocumentView::copy_requested, this, [this, view] { edit_copy(*view); });
  const auto settings_state = property("layout").toByteArray();
  if (!settings_state.isEmpty()) view->restore_layout(settings_state);
  const int index = tabs_->addTab(view, QString());
  name_tab(*view);
  tabs_->setCurrentIndex(index);
  return view;
}

void LibraryPage::name_tab(DocumentView& view) {
  const auto& document = view.document();
  const int index = tabs_->indexOf(&view);
  if (index < 0) return;
  QString name =
      document.file().isEmpty() ? tr("unsaved") : QFileInfo(document.file()).completeBaseName();
  model_->set_modified(document.file(), document.is_modified());
  if (document.is_modified()) name += QStringLiteral(" *");
  tabs_->setTabText(index, name);
  tabs_->setTabToolTip(index, document.file());
  if (&view == current()) follow_tab();
}

void LibraryPage::close_tab(int index, bool asked) {
  auto* view = qobject_cast<DocumentView*>(tabs_->widget(index));
  if (view == nullptr) return;
  if (!asked && view->document().is_modified()) {
    auto* box =
        new QMessageBox(QMessageBox::Question, tr("Unsaved changes"),
                        tr("%1 has changes that are not saved.")
                            .arg(tabs_->tabText(index).remove(QStringLiteral(" *"))),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, view, [this, view](int answer) {
      QString error;
      if (answer == QMessageBox::Cancel) return;
      if (answer == QMessageBox::Save && !save(*view, view->document().file(), error)) {
        return say(error);
      }
      close_tab(tabs_->indexOf(view), true);
    });
    box->open();
    return;
  }
  const QString file = view->document().file();
  if (!file.isEmpty()) model_->set_modified(file, false);
  setProperty("layout", view->layout_state());
  tabs_->removeTab(index);
  delete view;
}

bool LibraryPage::may_close() {
  QStringList names;
  for (const auto* document : documents()) {
    if (!document->is_modified()) continue;
    names << (document->file().isEmpty() ? tr("an unsaved file")
                                         : QFileInfo(document->file()).fileName());
  }
  if (names.isEmpty()) return true;
  QMessageBox box(
      QMessageBox::Question, tr("Unsaved changes"),
      tr("These files have changes that are not saved: %1.").arg(names.join(QStringLiteral(", "))),
      QMessageBox::SaveAll | QMessageBox::Discard | QMessageBox::Cancel, this);
  const int answer = box.exec();
  if (answer == QMessageBox::Cancel) return false;
  if (answer == QMessageBox::Discard) return true;
  for (int i = 0; i < tabs_->count(); ++i) {
    auto* view = qobject_cast<DocumentView*>(tabs_->widget(i));
    QString error;
    if (view == nullptr || !view->document().is_modified()) continue;
    if (!save(*view, view->document().file(), error)) {
      say(error);
      return false;
    }
  }
  return true;
}

void LibraryPage::follow_tab() {
  auto* view = current();
  shown_->setCurrentIndex(view == nullptr ? 0 : 1);
  if (view != nullptr) {
    const QModelIndex at = filtered_->mapFromSource(model_->index_of(view->document().file()));
    if (at.isValid() && at.siblingAtColumn(0) != tree_->currentIndex().siblingAtColumn(0)) {
      tree_->setCurrentIndex(at);
    }
  }
  follow_selection();
  emit undo_stack_changed();
}

void LibraryPage::follow_selection() {
  auto* view = current();
  const QString file = selected_file();
  const bool own = !file.isEmpty() && !places_.is_shipped(file);
  action("duplicate")->setEnabled(!file.isEmpty());
  action("rename")->setEnabled(own);
  action("delete")->setEnabled(own);
  action("show_in_folder")->setEnabled(!file.isEmpty());
  const bool writable = view != nullptr && !view->is_read_only();
  action("save")->setEnabled(writable && view->document().is_modified());
  action("save_as")->setEnabled(view != nullptr);
  action("revert")->setEnabled(writable && view->document().is_modified());
  action("close")->setEnabled(view != nullptr);
}

// --- changes on disk

void LibraryPage::changed_on_disk(DocumentView& view) {
  const auto read_again = [this, &view] {
    const QString file = view.document().file();
    QString error;
    if (!view.document().load(file, error)) return say(error);
    view.notice().show_notice({});
    name_tab(view);
  };
  if (view.document().is_modified()) {
    view.notice().show_notice(tr("The file was changed on disk and has unsaved edits here."),
                              tr("Read it again, without the changes here"), read_again);
    return;
  }
  read_again();
  emit status_message(
      tr("%1 has changed on the disk and was read again.").arg(view.document().file()));
}

void LibraryPage::gone_from_disk(DocumentView& view, bool gone) {
  if (!gone) return view.notice().show_notice({});
  view.notice().show_notice(
      tr("The file was removed from the disk; this editor still has its text."),
      tr("Save it again"), [this, &view] {
        QString error;
        if (save(view, view.document().file(), error)) return view.notice().show_notice({});
        say(error);
      });
}

void LibraryPage::say(const QString& error) {
  if (error.isEmpty()) return;
  emit status_message(error);
  auto* box = new QMessageBox(QMessageBox::Warning, tr("Library"), error, QMessageBox::Ok, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

// --- state of the page

void LibraryPage::save_state(QSettings& settings) const {
  settings.setValue("library/splitter", splitter_->saveState());
  settings.setValue("library/columns", tree_->header()->saveState());
  settings.setValue("library/view", current() != nullptr ? current()->layout_state()
                                                         : property("layout").toByteArray());
  QStringList files;
  for (const auto* document : documents()) {
    if (!document->file().isEmpty()) files << document->file();
  }
  settings.setValue("library/open", files);
  settings.setValue("library/current", current() != nullptr ? current()->document().file() : "");
}

void LibraryPage::restore_state(QSettings& settings) {
  splitter_->restoreState(settings.value("library/splitter").toByteArray());
  tree_->header()->restoreState(settings.value("library/columns").toByteArray());
  setProperty("layout", settings.value("library/view").toByteArray());
  for (const QString& file : settings.value("library/open").toStringList()) {
    if (QFileInfo::exists(file)) open_file(file);
  }
  const QString last = settings.value("library/current").toString();
  if (!last.isEmpty() && view_of(last) != nullptr) tabs_->setCurrentWidget(view_of(last));
}

void LibraryPage::dragEnterEvent(QDragEnterEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile() && url.path().endsWith(QLatin1String(".yaml"))) {
      return event->acceptProposedAction();
    }
  }
}

void LibraryPage::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    QString error;
    if (!import_file(url.toLocalFile(), error)) say(error);
  }
  event->acceptProposedAction();
}

}  // namespace seawind::gui
