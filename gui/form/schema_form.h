// SPDX-License-Identifier: GPL-3.0-or-later
// A form made from the schema alone: every key has a field. Both directions and the channel states
// stand side by side. The form writes to the document and shows its values. Rows are created when
// their group is first opened, because a profile has hundreds of rows.
#pragma once

#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QTextBrowser>
#include <QTimer>
#include <QWidget>

#include "gui/document/checker.h"
#include "gui/document/schema.h"
#include "gui/document/yaml_document.h"
#include "gui/form/cell.h"

class QHBoxLayout;

namespace seawind::gui {

class FormContext;
class FormScroll;
class GroupBox;
struct Column;

class SchemaForm : public QWidget {
  Q_OBJECT

 public:
  /// `path_prefix`: where `root` stands in the document ("limits"); empty: `root` is all of it.
  SchemaForm(YamlDocument& document, Checker& checker, const SchemaNode& root,
             QString path_prefix = {}, QWidget* parent = nullptr);
  ~SchemaForm() override;

  /// Rejects edits; an attempt emits edit_refused().
  void set_read_only(bool on);
  /// Opens and makes all groups; what is folded inside them stays so.
  void build_all();
  /// Opens the enclosing groups, scrolls to the path and, with `focus`, focuses the field. False:
  /// there is no field at or above the path.
  bool reveal(const QString& path, bool focus);
  /// The field at exactly this path, if it has been made.
  QWidget* field(const QString& path) const;
  /// The problem shown at exactly this path.
  QString problem_at(const QString& path) const;
  /// The reset button at this path; it removes the key.
  QWidget* reset_button(const QString& path) const;
  /// Shows one channel state's columns, or hides them.
  void show_state(const QString& state, bool on);
  QStringList shown_states() const { return shown_states_; }
  QString notice() const;

 signals:
  /// The field at the path got the focus.
  void focused(const QString& path);
  void edit_refused();
  void told(const QString& line);

 protected:
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void make_bar();
  void make_columns();
  bool is_typed_into() const;
  void make_states(bool at_once);
  void build_some();
  void follow_document();
  void show_problems();
  void show_notice();
  void show_help(const QString& path);
  void fill_search();
  QString relative(const QString& path) const;

  YamlDocument& document_;
  Checker& checker_;
  const SchemaNode& root_;
  const QString prefix_;
  FormContext* context_;
  QLineEdit* search_;
  QHBoxLayout* bar_;
  QWidget* states_bar_ = nullptr;
  QLabel* notice_;
  FormScroll* scroll_;
  QWidget* content_;
  QTextBrowser* help_;
  QTimer build_timer_;
  QList<GroupBox*> groups_;
  QStringList states_;
  QStringList shown_states_;
  QStringList chosen_states_;  // by hand, so that they stay
  QStringList hidden_states_;
  bool search_filled_ = false;
  bool columns_wait_ = false;
  QPointer<Cell> marked_;
};

}  // namespace seawind::gui
