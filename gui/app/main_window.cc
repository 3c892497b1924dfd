// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/main_window.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "gui/app/activity_bar.h"
#include "gui/app/icon.h"
#include "gui/app/menus.h"
#include "gui/app/recovery.h"
#include "gui/app/recovery_dialog.h"
#include "gui/app/start_page.h"
#include "gui/app/target.h"
#include "gui/document/kind_of_file.h"
#include "gui/document/open_documents.h"
#include "gui/document/yaml_document.h"
#include "gui/layouts.h"
#include "gui/page.h"

namespace seawind::gui {
namespace {

constexpr int kMessageMs = 20'000;

PageEntry start_entry(MainWindow& window) {
  return {"start",
          MainWindow::tr("Start"),
          MainWindow::tr("What this is, what this machine allows, and the quickstart"),
          [&window] { return new StartPage(window.places(), window.entries(), window.files()); },
          {}};
}

}  // namespace

MainWindow::MainWindow(Places places, std::vector<PageEntry> entries, QWidget* parent)
    : QMainWindow(parent), places_(std::move(places)), entries_(std::move(entries)) {
  entries_.insert(entries_.begin(), start_entry(*this));
  pages_.resize(entries_.size());
  build();
  menus_ = std::make_unique<Menus>(*this);
  connect(navigation_, &QListWidget::currentRowChanged, this, &MainWindow::show_page);
  // Editing a file makes it recent; selecting it in a page does not.
  connect(&OpenDocuments::all(), &OpenDocuments::registered, this, [this](YamlDocument* document) {
    connect(document, &YamlDocument::modified_changed, this, [this, document] {
      if (!document->file().isEmpty()) files_.add(document->file());
    });
  });
  connect(qApp, &QGuiApplication::applicationStateChanged, this, [](Qt::ApplicationState state) {
    if (state == Qt::ApplicationActive) emit OpenDocuments::all().files_changed();
  });
  restore_state();
  // Creates the pages with pending work, so that the campaign queue continues on any page. Deferred
  // until the window is drawn.
  QTimer::singleShot(0, this, [this] {
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].must_start_early && entries_[i].must_start_early()) page(static_cast<int>(i));
  });
}

MainWindow::~MainWindow() {
  // The actions and the pages emit signals to this window; delete them before its members.
  menus_.reset();
  delete takeCentralWidget();
}

void MainWindow::build() {
  setWindowTitle(tr("Seawind"));
  setWindowIcon(icon("seawind"));
  setAcceptDrops(true);
  navigation_ = new QListWidget;
  navigation_->setAccessibleName(tr("Pages"));
  navigation_->setFrameShape(QFrame::NoFrame);
  navigation_->setIconSize({24, 24});
  navigation_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    auto* item = new QListWidgetItem(icon(entries_[i].key), entries_[i].title, navigation_);
    item->setToolTip(QString("%1 (Ctrl+%2)").arg(entries_[i].description).arg(i + 1));
    item->setSizeHint({navigation_->fontMetrics().horizontalAdvance(entries_[i].title), 40});
  }
  navigation_->setFixedWidth(navigation_->sizeHintForColumn(0) + 56);
  stack_ = new QStackedWidget;
  auto* middle = new QWidget;
  make_row(middle, {navigation_, {stack_, 1}})->setSpacing(0);
  setCentralWidget(middle);
  statusBar()->addPermanentWidget(new ActivityBar);
}

int MainWindow::index_of(const QString& key) const {
  const auto found = std::ranges::find(entries_, key, &PageEntry::key);
  return found == entries_.end() ? -1 : static_cast<int>(found - entries_.begin());
}

int MainWindow::current() const {
  return navigation_->currentRow();
}

Page& MainWindow::page(int index) {
  Page*& page = pages_.at(static_cast<std::size_t>(index));
  if (page != nullptr) return *page;
  page = entries_[static_cast<std::size_t>(index)].make();
  // A page that needs more than the screen scrolls; it does not widen the window.
  stack_->addWidget(scrolled(page));
  connect(page, &Page::status_message, this, &MainWindow::show_message);
  connect(page, &Page::show_requested, this, &MainWindow::route);
  connect(page, &Page::undo_stack_changed, this, &MainWindow::undo_stack_changed);
  QSettings settings;
  settings.beginGroup("pages/" + entries_[static_cast<std::size_t>(index)].key);
  page->restore_state(settings);
  return *page;
}

void MainWindow::show_page(int index) {
  if (index < 0 || index >= static_cast<int>(pages_.size())) return;
  Page& shown = page(index);
  if (current() != index) {
    navigation_->setCurrentRow(index);  // emits currentRowChanged, which calls show_page() again
    return;
  }
  stack_->setCurrentIndex(stack_->indexOf(shown.parentWidget()->parentWidget()));
  setWindowTitle(tr("%1 - Seawind").arg(entries_[static_cast<std::size_t>(index)].title));
  emit page_changed();
}

bool MainWindow::open_path(const QString& path) {
  const Target target = target_of(path);
  if (target.what.isEmpty()) {
    QMessageBox::warning(this, tr("Cannot open"), target.error);
    return false;
  }
  return route(target.what, target.argument);
}

bool MainWindow::route(const QString& what, const QString& argument) {
  if (what == "path") return open_path(argument);
  if (what == "page") {
    show_page(index_of(argument));
    return index_of(argument) >= 0;
  }
  const auto kind = what == "file" ? kind_of_file(argument, places_) : std::nullopt;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto& [shows, edits] = std::tie(entries_[i].shows, entries_[i].edits);
    if (std::ranges::find(shows, what) == shows.end()) continue;
    if (kind && !edits.empty() && std::ranges::find(edits, *kind) == edits.end()) continue;
    const int index = static_cast<int>(i);
    if (!page(index).show_item(what, argument)) continue;
    if (what == "file") files_.add(argument);
    if (what == "watch" || what == "results" || what == "boxes") campaigns_.add(argument);
    show_page(index);
    return true;
  }
  show_message(what == "file" && !kind ? unknown_kind(argument)
                                       : tr("%1 cannot be shown").arg(argument));
  return false;
}

void MainWindow::show_message(const QString& line) {
  statusBar()->showMessage(line, kMessageMs);
}

void MainWindow::recover_in(Recovery& recovery) {
  connect(&recovery, &Recovery::failed, this, [this](const QString& why) {
    show_message(
        tr("Crash recovery is unavailable, because unsaved edits cannot be written: %1").arg(why));
  });
  const auto lost = recovery.lost();
  if (!lost.empty()) offer_lost_edits(*this, recovery, lost);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    if (pages_[i] == nullptr || pages_[i]->may_close()) continue;
    show_page(static_cast<int>(i));
    event->ignore();
    return;
  }
  store_state();
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) open_path(url.toLocalFile());
  event->acceptProposedAction();
}

void MainWindow::restore_state() {
  QSettings settings;
  if (!restoreGeometry(settings.value("window/geometry").toByteArray()))
    resize(QSize(1600, 1000).boundedTo(screen()->availableSize() * 0.95));
  restoreState(settings.value("window/state").toByteArray());
  show_page(std::max(0, index_of(settings.value("window/page", "start").toString())));
}

void MainWindow::store_state() {
  QSettings settings;
  settings.setValue("window/geometry", saveGeometry());
  settings.setValue("window/state", saveState());
  settings.setValue("window/page", entries_[static_cast<std::size_t>(current())].key);
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    if (pages_[i] == nullptr) continue;
    settings.beginGroup("pages/" + entries_[i].key);
    pages_[i]->save_state(settings);
    settings.endGroup();
  }
}

}  // namespace seawind::gui
