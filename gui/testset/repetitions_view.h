// SPDX-License-Identifier: GPL-3.0-or-later
// Number and order of repetitions: a fixed number or `until`, seeds, parallel runs, limits, and all
// other keys of a test set except its matrix and timeline.
#pragma once

#include <QtWidgets>

#include "gui/document/checker.h"
#include "gui/document/schema.h"
#include "gui/testset/planner.h"
#include "gui/testset/runs_model.h"

namespace seawind::gui {

class SchemaForm;

class RepetitionsView : public QWidget {
  Q_OBJECT

 public:
  RepetitionsView(YamlDocument& document, Checker& checker, Planner& planner,
                  const SchemaNode& root, QWidget* parent = nullptr);

  SchemaForm& form() { return *form_; }
  QTableView& runs() { return *runs_; }
  QTableView& starts() { return *starts_; }
  bool is_until() const { return until_; }
  /// Switches to `until` with the number of repetitions as its maximum, or back. One undo step.
  void set_until(bool on);

 signals:
  /// The user requested to open a workload of the matrix. `name`: its reference.
  void workload_requested(const QString& name);

 private:
  void follow_mode();
  void make_form();
  void show_order();

  YamlDocument& document_;
  Checker& checker_;
  Planner& planner_;
  SchemaNode fixed_root_;
  SchemaNode until_root_;
  QButtonGroup* mode_;
  QTableView* starts_;
  QTableView* runs_;
  QLabel* order_;
  QWidget* left_;
  SchemaForm* form_ = nullptr;
  bool until_ = false;
};

}  // namespace seawind::gui
