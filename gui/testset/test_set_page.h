// SPDX-License-Identifier: GPL-3.0-or-later
// The page of test sets: one tab each; new from templates, open, save, run.
#pragma once

#include <QMenu>
#include <QStackedWidget>
#include <QTabWidget>
#include <memory>

#include "gui/page.h"
#include "gui/places.h"

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

  /// Null: nothing is open.
  TestSetEditor* current() const;
  QList<TestSetEditor*> editors() const;

  /// Shows the file, in the tab it has or a new one; false, and the user is told why, when it
  /// cannot be read.
  bool open_file(const QString& file);
  /// A document without a file.
  TestSetEditor* open_text(const QString& text);
  TestSetEditor* open_template(const Template& from);
  /// False: not saved, because the user cancelled or because saving failed; the error was shown.
  bool save(TestSetEditor& editor);
  bool save_as(TestSetEditor& editor, const QString& file);
  /// Asks about unsaved edits; false: it stays.
  bool close_editor(TestSetEditor& editor);
  /// Requests the run of the current test set. Unsaved edits are saved first, after confirmation.
  /// False: no run was requested (no test set, errors in it, cancelled or not saved).
  bool run_current();

  static constexpr int kMaxRecent = 12;
  QStringList recent_files() const;

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
  bool ask_and_save_as(TestSetEditor& editor);
  void revert_current();
  void note_recent(const QString& file);
  void follow_tab();
  void show_name(TestSetEditor& editor);
  void complain(const QString& what, const QString& why);

  Places places_;
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
