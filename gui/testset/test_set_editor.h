// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one test set: its matrix, repetitions and timeline beside its text, its problems
// and its estimate. All are views of one document.
#pragma once

#include <QtWidgets>
#include <array>

#include "gui/form/document_editor.h"
#include "gui/testset/axis_view.h"
#include "gui/testset/cases_view.h"
#include "gui/testset/estimate_bar.h"
#include "gui/testset/matrix.h"
#include "gui/testset/planner.h"
#include "gui/testset/repetitions_view.h"
#include "gui/testset/timeline_view.h"

namespace seawind::gui {

class TestSetEditor : public DocumentEditor {
  Q_OBJECT

 public:
  enum Tab { kCases, kRepetitions, kTimeline };

  /// The caller owns `document`.
  TestSetEditor(YamlDocument* document, const Places& places, QWidget* parent);

  Matrix& matrix() { return matrix_; }
  Planner& planner() { return planner_; }
  AxisView& axis(int axis) { return *axes_[static_cast<std::size_t>(axis)]; }
  CasesView& cases() { return *cases_; }
  RepetitionsView& repetitions() { return *repetitions_; }
  TimelineView& timeline() { return *timeline_; }
  EstimateBar& estimate() { return *estimate_; }
  QTabWidget& tabs() { return *tabs_; }

  /// "w1", "w1 (shipped)", "new test set".
  QString name() const override;
  void follow_file() override;
  void next_problem(bool backwards) override;
  /// On the tab of cases, moves the focus to the line that filters the links.
  void find_key() override;
  void show_text(bool on);
  /// Adds a profile, router, TCP variant or workload to its axis. False if the file is of another
  /// kind.
  bool add_file(const QString& file);

 signals:
  void file_requested(const QString& file);

 private:
  QWidget* make_matrix();
  void watch_folders();

  Matrix matrix_;
  Planner planner_;
  QFileSystemWatcher folders_;
  QTimer refresh_;
  QTabWidget* tabs_;
  std::array<AxisView*, kAxes> axes_{};
  CasesView* cases_;
  RepetitionsView* repetitions_;
  TimelineView* timeline_;
  EstimateBar* estimate_;
  QSplitter* matrix_split_ = nullptr;
};

}  // namespace seawind::gui
