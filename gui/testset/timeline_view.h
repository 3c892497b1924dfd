// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline: a table of its entries, and a form for the selected one.
#pragma once

#include <QtWidgets>

#include "gui/document/checker.h"
#include "gui/document/schema.h"
#include "gui/testset/timeline_model.h"

namespace seawind::gui {

class SchemaForm;

class TimelineView : public QWidget {
  Q_OBJECT

 public:
  TimelineView(YamlDocument& document, Checker& checker, const SchemaNode& root,
               QWidget* parent = nullptr);

  TimelineModel& model() { return *model_; }
  QTableView& table() { return *table_; }
  SchemaForm* form() { return form_; }
  void choose(int row);

 private:
  void show_entry();
  void follow_rows();

  YamlDocument& document_;
  Checker& checker_;
  const SchemaNode* entry_;  // null: the schema has no timeline
  TimelineModel* model_;
  QTableView* table_;
  QSplitter* splitter_;
  QLabel* empty_;
  QPushButton* duplicate_;
  QPushButton* remove_;
  QPushButton* up_;
  QPushButton* down_;
  QPushButton* sort_;
  SchemaForm* form_ = nullptr;
  int shown_ = -1;
};

}  // namespace seawind::gui
