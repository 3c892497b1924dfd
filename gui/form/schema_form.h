// SPDX-License-Identifier: GPL-3.0-or-later
// A form generated from the schema: every key has a field. Both directions and the selected channel
// states are side by side; where they do not fit, one direction, or one column, at a time. The form
// shows the values of the document and writes to it. The rows of a group are created when the group
// is first opened, because a profile has hundreds of rows.
#pragma once

#include <QtWidgets>

#include "gui/document/checker.h"
#include "gui/document/schema.h"
#include "gui/document/yaml_document.h"
#include "gui/form/cell.h"
#include "gui/form/group_box.h"

namespace seawind::gui {

class FormScroll;
class KeySearch;
class StatesBar;

class SchemaForm : public QWidget {
  Q_OBJECT

 public:
  /// `path_prefix`: path of `root` in the document ("limits"); empty: `root` is the whole document.
  SchemaForm(YamlDocument& document, Checker& checker, const SchemaNode& root,
             QString path_prefix = {}, QWidget* parent = nullptr);
  ~SchemaForm() override;

  /// Rejects edits; an attempt emits edit_refused().
  void set_read_only(bool on) { context_->set_read_only(on); }
  /// Opens all groups and creates their rows. Folded parts inside the groups stay folded.
  void build_all();
  /// Opens the enclosing groups, scrolls to the path and, if `focus` is set, focuses its field.
  /// Returns false if neither the path nor one of its ancestors has a field.
  bool reveal(const QString& path, bool focus);
  /// The field of exactly this path; null if it does not exist yet.
  QWidget* field(const QString& path) const;
  /// The problem shown at exactly this path; empty if there is none.
  QString problem_at(const QString& path) const;
  /// The reset button of this path, which removes the key; null as for field().
  QWidget* reset_button(const QString& path) const;
  /// Shows or hides the columns of one channel state of a link profile.
  void show_state(const QString& state, bool on);
  QStringList shown_states() const;
  /// The line above the form: a text that cannot be parsed, or problems that no field shows. Empty:
  /// none.
  QString notice() const { return notice_->text(); }
  /// Moves the focus to the line that finds a key.
  void find_key();

 signals:
  /// The field of the path received the focus.
  void focused(const QString& path);
  void edit_refused();
  /// One line for the status bar.
  void status_message(const QString& line);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QLayout* make_bar();
  /// The groups of columns that fit side by side: all, by direction, or one by one.
  std::vector<std::vector<Column>> parts() const;
  void make_columns();
  void show_part();
  void show_part_of(const QString& path);
  bool is_typed_into() const;
  void build_some();
  void follow_document();
  void show_problems();
  void show_notice();
  void show_help(const QString& path);

  YamlDocument& document_;
  Checker& checker_;
  const SchemaNode& root_;
  const QString prefix_;
  FormContext* context_;
  KeySearch* search_;
  StatesBar* states_ = nullptr;  // null: the document has no directions
  QTabBar* part_ = nullptr;      // which of parts_ is shown; hidden if there is one
  std::vector<std::vector<Column>> parts_;
  Note* notice_;
  FormScroll* scroll_;
  QWidget* content_;
  QTextBrowser* help_;
  QTimer build_timer_;
  QList<GroupBox*> groups_;
  bool columns_pending_ = false;
  QPointer<Cell> marked_;
};

}  // namespace seawind::gui
