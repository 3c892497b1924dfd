// SPDX-License-Identifier: GPL-3.0-or-later
// The window: navigation at the left, one page at a time, menus made of what the pages offer, the
// status bar. It routes what one page wants to the page that shows it, keeps its state and theirs
// in QSettings, and asks every page before it closes.
#pragma once

#include <QMainWindow>
#include <memory>
#include <vector>

#include "gui/app/page_entry.h"
#include "gui/app/recent.h"
#include "gui/places.h"

class QListWidget;
class QStackedWidget;

namespace seawind::gui {

class Menus;
class Page;
class Recovery;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// The start page is the first one, `entries` come behind it.
  MainWindow(Places places, std::vector<PageEntry> entries, QWidget* parent = nullptr);
  ~MainWindow() override;

  const std::vector<PageEntry>& entries() const { return entries_; }
  int index_of(const QString& key) const;  // -1: none
  int current() const;
  /// Makes it first when it is not there yet.
  Page& page(int index);
  void show_page(int index);

  /// Shows a file or a campaign directory, or says why not and what to do; whether it is shown.
  bool open_path(const QString& path);
  /// As a page wants it (Page::wanted).
  bool route(const QString& what, const QString& argument);
  void tell(const QString& line);

  const Places& places() const { return places_; }
  Recent& files() { return files_; }
  Recent& campaigns() { return campaigns_; }
  Menus& menus() { return *menus_; }

  /// Keeps unsaved edits there from now on, and offers those a crash has left.
  void recover_in(Recovery& recovery);

 signals:
  /// Another page is shown.
  void page_changed();
  /// The shown page offers another past to undo.
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
  std::vector<Page*> pages_;  // null: not made yet
  QListWidget* navigation_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  std::unique_ptr<Menus> menus_;
};

}  // namespace seawind::gui
