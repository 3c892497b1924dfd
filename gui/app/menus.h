// SPDX-License-Identifier: GPL-3.0-or-later
// Menus and tool bar of the window: the window's own actions and those of the shown page. Actions
// of a page with the standard shortcut of New, Open, Save, Save as or Close are in the File menu,
// the others in the menu with the title of the page. The tool bar has all actions of the page.
#pragma once

#include <QtWidgets>
#include <utility>
#include <vector>

namespace seawind::gui {

class MainWindow;

class Menus : public QObject {
  Q_OBJECT

 public:
  explicit Menus(MainWindow& window);
  ~Menus() override;

  struct Section {
    QString title;  // of the menu or of the page
    QList<QAction*> actions;
    bool is_page = false;
  };
  /// All actions of the window and of every page. Creates the pages that do not exist yet.
  std::vector<Section> sections();

 private:
  QMenu* add_menu(const QString& title);
  /// Adds an action to `where` and to the last section of own_, which is the menu of the last
  /// add_menu().
  template <typename Slot>
  QAction* add(QMenu* where, const QString& text, const QKeySequence& keys, Slot slot);
  void build_file();
  void build_edit();
  void build_go_and_view();
  void build_theme(QMenu* view);
  void build_help();
  void follow_page();
  void follow_undo();
  void fill_recent();
  QString with_mnemonic(const QString& title) const;

  MainWindow& window_;
  QUndoGroup undo_;
  QMenu* file_ = nullptr;
  QMenu* recent_ = nullptr;
  QMenu* page_ = nullptr;
  QAction* file_end_ = nullptr;  // the actions of a page are inserted before this separator
  QAction* open_ = nullptr;
  QAction* open_campaign_ = nullptr;
  QToolBar* tools_ = nullptr;
  QList<QPointer<QAction>> in_file_;  // the actions of the shown page that are in the File menu
  std::vector<Section> own_;
};

}  // namespace seawind::gui
