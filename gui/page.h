// SPDX-License-Identifier: GPL-3.0-or-later
// The interface between the main window and its pages (start, library, test sets, run, lab,
// results).
#pragma once

#include <QtWidgets>
#include <functional>

namespace seawind::gui {

class Page : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Shown in the menu named after the page, and in the tool bar while the page is on top. Owned
  /// by the page; each has text, tool tip and, where usual, a shortcut.
  const QList<QAction*>& page_actions() const { return actions_; }
  /// The page's action of this name.
  QAction* action(const QString& name) const;
  /// The undo stack of the part of this page that has the focus; null: nothing to undo.
  virtual QUndoStack* undo_stack() const { return nullptr; }
  /// Called before the window closes. May show a dialog about unsaved edits. Returns false if the
  /// user cancelled.
  virtual bool may_close() { return true; }
  /// Shows an item on request of another page or of the command line. show_requested() lists the
  /// kinds. Returns false if this page does not handle the kind.
  virtual bool show_item(const QString& /*what*/, const QString& /*argument*/) { return false; }
  /// Store and restore splitters, columns and open files over restarts.
  virtual void save_state(QSettings&) const {}
  virtual void restore_state(QSettings&) {}

 protected:
  /// Appends an action to page_actions(). `name`: its object name; `tip`: what it does.
  QAction* add_action(const char* name, const QString& text, const QString& tip,
                      const QKeySequence& keys, const std::function<void()>& work);

 signals:
  /// One line for the status bar.
  void status_message(const QString& line);
  void undo_stack_changed();
  /// Requests that another page show an item. `what` is its kind: "file" (a YAML file to edit),
  /// "run" (a test set to run; opens the start dialog), "start" (a test set to run at once,
  /// followed by its results), "watch" and "results" (a campaign directory), "boxes" (its box
  /// plot), "repetition" (DIR|CASE|NUMBER), "path" and "page" (MainWindow::route()).
  void show_requested(const QString& what, const QString& argument);

 private:
  QList<QAction*> actions_;
};

}  // namespace seawind::gui
