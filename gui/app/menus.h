// SPDX-License-Identifier: GPL-3.0-or-later
// The window's menus and tool bar: its own actions, and those the shown page offers. A page's
// actions with the usual keys of New, Open, Save, Save as and Close stand in the File menu, the
// others in the menu named after the page; all of them in the tool bar.
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QUndoGroup>
#include <utility>
#include <vector>

class QAction;
class QKeySequence;
class QMenu;
class QToolBar;

namespace seawind::gui {

class MainWindow;

class Menus : public QObject {
  Q_OBJECT

 public:
  explicit Menus(MainWindow& window);
  ~Menus() override;

  struct Section {
    QString title;  // of the menu, or the page
    QList<QAction*> actions;
    bool is_page = false;
  };
  /// Every action there is; makes all pages.
  std::vector<Section> sections();

 private:
  QMenu* add_menu(const QString& title);
  /// `where`: a menu of ours. Remembered for sections().
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
  QAction* file_end_ = nullptr;  // a page's actions stand before it
  QAction* open_ = nullptr;
  QAction* open_campaign_ = nullptr;
  QToolBar* tools_ = nullptr;
  QList<QPointer<QAction>> in_file_;  // of the shown page
  std::vector<Section> own_;
};

}  // namespace seawind::gui
