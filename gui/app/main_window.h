// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: navigation at the left, one page at a time, menus with the actions of the shown
// page, status bar. It forwards Page::show_requested() to the page that can show the item, stores
// its own state and that of the pages in QSettings, and closes only if every page permits it.
#pragma once

#include <QtWidgets>
#include <memory>
#include <vector>

#include "gui/app/page_entry.h"
#include "gui/places.h"
#include "gui/recent.h"

namespace seawind::gui {

class Menus;
class Page;
class Recovery;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// Inserts the start page before `entries`.
  MainWindow(Places places, std::vector<PageEntry> entries, QWidget* parent = nullptr);
  ~MainWindow() override;

  const std::vector<PageEntry>& entries() const { return entries_; }
  int index_of(const QString& key) const;  // -1: none
  int current() const;
  /// Creates the page at the first call.
  Page& page(int index);
  /// Shows the page and emits page_changed(); an index out of range has no effect.
  void show_page(int index);

  /// Shows a file or a campaign directory. Returns false if that is not possible; a dialog or the
  /// status bar then states the reason and the remedy.
  bool open_path(const QString& path);
  /// The slot of Page::show_requested(); also accepts "path" (see open_path()) and "page" (key of
  /// an entry). Returns whether a page shows the item.
  bool route(const QString& what, const QString& argument);
  /// Shows one line in the status bar for 20 s.
  void show_message(const QString& line);

  const Places& places() const { return places_; }
  Recent& files() { return files_; }
  Recent& campaigns() { return campaigns_; }
  Menus& menus() { return *menus_; }

  /// Reports failures of `recovery` in the status bar, and offers the edits of crashed sessions.
  void recover_in(Recovery& recovery);

 signals:
  /// Another page is shown.
  void page_changed();
  /// The undo stack of the shown page was replaced.
  void undo_stack_changed();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void build();
  void restore_state();
  void store_state();

  Places places_;
  Recent files_{"recent/files"};
  Recent campaigns_{"recent/campaigns"};
  std::vector<PageEntry> entries_;
  std::vector<Page*> pages_;  // null: not created yet
  QListWidget* navigation_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  std::unique_ptr<Menus> menus_;
};

}  // namespace seawind::gui
