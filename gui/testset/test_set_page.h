// SPDX-License-Identifier: GPL-3.0-or-later
// The page of test sets, with one tab each. Actions: new from a template, open, save, run.
#pragma once

#include <QtWidgets>
#include <memory>

#include "gui/form/document_page.h"
#include "gui/recent.h"
#include "gui/testset/test_set_editor.h"

namespace seawind::gui {

struct Template;

class TestSetPage : public DocumentPage {
  Q_OBJECT

 public:
  explicit TestSetPage(Places places, QWidget* parent = nullptr);

  void save_state(QSettings& settings) const override;
  void restore_state(QSettings& settings) override;

  TestSetEditor* current() const { return static_cast<TestSetEditor*>(DocumentPage::current()); }
  /// Opens a document without a file.
  TestSetEditor* open_text(const QString& text);
  TestSetEditor* open_template(const Template& from);
  /// Requests the run of the current test set. Unsaved edits are saved first, after confirmation.
  /// False: no run was requested (no test set, errors in it, cancelled or not saved).
  bool run_current();

  QStringList recent_files() const { return recent_.paths(); }

 private:
  DocumentEditor* make_editor(YamlDocument* document) override;
  void follow_tab() override;
  void file_used(const QString& file, bool /*written*/) override { recent_.add(file); }
  void drop_file(const QString& file) override;
  void make_actions();
  void fill_new_menu();
  void fill_recent_menu();
  void choose_file();

  Recent recent_{"testset/recent"};
  std::unique_ptr<QMenu> new_menu_;
  std::unique_ptr<QMenu> recent_menu_;
};

}  // namespace seawind::gui
