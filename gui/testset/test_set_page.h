// SPDX-License-Identifier: GPL-3.0-or-later
// The page of test sets, with one tab each. Actions: new from a template, open, save, run.
#pragma once

#include <QMenu>
#include <QStackedWidget>
#include <QTabWidget>
#include <memory>

#include "gui/page.h"
#include "gui/places.h"
#include "gui/recent.h"

namespace seawind::gui {

class TestSetEditor;
struct Template;

class TestSetPage : public Page {
  Q_OBJECT

 public:
  explicit TestSetPage(Places places, QWidget* parent = nullptr);
  ~TestSetPage() override;

  QString title() const override { return tr("Test sets"); }
  QList<QAction*> page_actions() const override;
  QUndoStack* undo_stack() const override;
  bool may_close() override;
  bool show_item(const QString& what, const QString& argument) override;
  void save_state(QSettings& settings) const override;
  void restore_state(QSettings& settings) override;

  /// The shown editor; null: no test set is open.
  TestSetEditor* current() const;
  QList<TestSetEditor*> editors() const;

  /// Shows the file in its tab, or in a new one. False if the file cannot be read; the error was
  /// shown.
  bool open_file(const QString& file);
  /// Opens a document without a file.
  TestSetEditor* open_text(const QString& text);
  TestSetEditor* open_template(const Template& from);
  /// Saves the test set. False if the user cancelled or saving failed; the error was shown.
  bool save(TestSetEditor& editor);
  bool save_as(TestSetEditor& editor, const QString& file);
  /// Closes the tab. Shows a dialog first if there are unsaved edits. False if the user cancelled.
  bool close_editor(TestSetEditor& editor);
  /// Requests the run of the current test set. Unsaved edits are saved first, after confirmation.
  /// False: no run was requested (no test set, errors in it, cancelled or not saved).
  bool run_current();

  QStringList recent_files() const { return recent_.paths(); }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void make_actions();
  QAction* add_action(const QString& text, const QKeySequence& keys, const QString& tip,
                      std::function<void()> function);
  TestSetEditor* add_editor();
  void fill_new_menu();
  void fill_recent_menu();
  void choose_file();
  bool show_save_as_dialog(TestSetEditor& editor);
  void revert_current();
  void follow_tab();
  void show_name(TestSetEditor& editor);
  void show_error(const QString& what, const QString& why);

  Places places_;
  Recent recent_{"testset/recent"};
  QStackedWidget* stack_;
  QTabWidget* tabs_;
  std::unique_ptr<QMenu> new_menu_;
  std::unique_ptr<QMenu> recent_menu_;
  QList<QAction*> actions_;
  QAction* save_ = nullptr;
  QAction* save_as_ = nullptr;
  QAction* revert_ = nullptr;
  QAction* close_ = nullptr;
  QAction* run_ = nullptr;
  QAction* text_ = nullptr;
  QAction* next_ = nullptr;
  QAction* previous_ = nullptr;
  QByteArray layout_;
};

}  // namespace seawind::gui
