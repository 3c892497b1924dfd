// SPDX-License-Identifier: GPL-3.0-or-later
// One group of a form: a heading that folds it, and its rows, which are created when it is first
// opened.
#pragma once

#include <QtWidgets>

#include "gui/form/groups.h"
#include "gui/form/rows.h"

namespace seawind::gui {

/// A column of values: a direction, or a direction in one channel state.
struct Column {
  QString title;
  QString prefix;  // "downlink", "downlink.states.bad"
  const SchemaNode* node = nullptr;
  bool of_state = false;
};

class GroupBox : public QWidget {
  Q_OBJECT

 public:
  GroupBox(FormContext& form, const SchemaNode& root, const QString& prefix, Group group,
           QWidget* parent);

  const Group& group() const { return group_; }
  /// Sets the columns; existing rows are created again.
  void set_columns(const std::vector<Column>& columns);
  /// Whether the document sets a key of the group.
  bool has_own() const;
  /// Whether the path is inside a key of the group.
  bool has_path(const QString& path) const;
  bool is_built() const { return body_ != nullptr; }
  bool is_open() const { return fold_->is_open(); }
  void set_open(bool open);
  /// Opens the group; the next build() creates its rows.
  void open_unbuilt();
  /// Creates the rows if the group is open and has none.
  void build();
  void refresh();
  /// Shows the number of problems in the heading, if it is above 0.
  void set_problem_count(int count);
  /// Width of the column of names in pixels, equal in all groups.
  static int label_width(const QWidget& widget);
  static int column_width(const QWidget& widget, bool of_state);
  /// Width of the names and all columns in pixels.
  static int width_of(const QWidget& widget, const std::vector<Column>& columns);

 signals:
  void toggled(bool open);

 private:
  void add_shared(QGridLayout& grid, const QString& key);
  void add_paired(QGridLayout& grid, const QString& key);
  QString summary() const;

  FormContext& form_;
  const SchemaNode& root_;
  const QString prefix_;
  const Group group_;
  std::vector<Column> columns_;
  Fold* fold_;
  QLabel* note_;
  QWidget* body_ = nullptr;
  QList<Cell*> cells_;
  int problems_ = 0;
  bool planned_ = false;
};

}  // namespace seawind::gui
