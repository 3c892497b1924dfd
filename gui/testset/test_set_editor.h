// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one test set: its matrix, repetitions and timeline beside its text, its problems
// and its estimate. All are views of one document.
#pragma once

#include <QFileSystemWatcher>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>
#include <QTimer>
#include <QWidget>
#include <array>

#include "gui/document/checker.h"
#include "gui/document/yaml_document.h"
#include "gui/form/notice_bar.h"
#include "gui/places.h"
#include "gui/testset/axis_view.h"
#include "gui/testset/cases_view.h"
#include "gui/testset/estimate_bar.h"
#include "gui/testset/matrix.h"
#include "gui/testset/planner.h"
#include "gui/testset/repetitions_view.h"
#include "gui/testset/timeline_view.h"

namespace seawind::gui {

class ProblemList;
class YamlEditor;

class TestSetEditor : public QWidget {
  Q_OBJECT

 public:
  enum Tab { kCases, kRepetitions, kTimeline };

  explicit TestSetEditor(Places places, QWidget* parent = nullptr);
  ~TestSetEditor() override;

  YamlDocument& document() { return document_; }
  Checker& checker() { return checker_; }
  Matrix& matrix() { return matrix_; }
  Planner& planner() { return planner_; }
  AxisView& axis(int axis) { return *axes_[static_cast<std::size_t>(axis)]; }
  CasesView& cases() { return *cases_; }
  RepetitionsView& repetitions() { return *repetitions_; }
  TimelineView& timeline() { return *timeline_; }
  YamlEditor& editor() { return *editor_; }
  EstimateBar& estimate() { return *estimate_; }
  QTabWidget& tabs() { return *tabs_; }
  NoticeBar& notice() { return *notice_; }

  /// "w1", "w1 (shipped)", "new test set".
  QString name() const;
  bool is_shipped() const { return places_.is_shipped(document_.file()); }
  void show_text(bool on);
  /// Adds a profile, router, TCP variant or workload to its axis. False if the file is of another
  /// kind.
  bool add_file(const QString& file);
  /// Moves the cursor to the next problem.
  void next_problem(bool backwards);
  /// Loads the content of the file as one undo step. Returns an empty string, or the reason the
  /// file cannot be read.
  QString revert();

  QByteArray layout_state() const;
  void restore_layout(const QByteArray& state);

 signals:
  void status_message(const QString& line);
  void file_requested(const QString& file);

 private:
  QWidget* make_matrix();
  void watch_folders();
  void follow_file();
  void follow_disk();
  void show_problem_count();

  Places places_;
  YamlDocument document_;
  Checker checker_;
  Matrix matrix_;
  Planner planner_;
  QFileSystemWatcher folders_;
  QTimer refresh_;
  NoticeBar* notice_;
  QTabWidget* tabs_;
  std::array<AxisView*, kAxes> axes_{};
  CasesView* cases_;
  RepetitionsView* repetitions_;
  TimelineView* timeline_;
  YamlEditor* editor_;
  ProblemList* problems_;
  EstimateBar* estimate_;
  QSplitter* across_;
  QSplitter* down_;
  QSplitter* matrix_split_ = nullptr;
};

}  // namespace seawind::gui
