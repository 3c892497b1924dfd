// SPDX-License-Identifier: GPL-3.0-or-later
// One running campaign: its progress, its slots or tasks, its finished attempts, and the link of
// the selected slot. Shows the data of a live source and forwards the user's requests to it.
#pragma once

#include <QtWidgets>

#include "gui/note.h"
#include "gui/places.h"
#include "gui/run/attempts_model.h"
#include "gui/run/link_history.h"
#include "gui/run/live_source.h"
#include "gui/run/slots_model.h"
#include "gui/run/tasks_model.h"

namespace seawind::gui {

class ChangePanel;
class LinkPlots;

class LiveView : public QWidget {
  Q_OBJECT

 public:
  explicit LiveView(const Places& places, QWidget* parent = nullptr);

  /// Shows this source and owns it; null: shows nothing. `title`: name of the campaign.
  void show_source(LiveSource* source, const QString& title);
  LiveSource* source() const { return source_; }
  const CampaignState& state() const { return state_; }
  /// Watches the link of this slot. Until then the link of the first slot in use is shown.
  void choose_slot(int slot);
  int chosen_slot() const { return chosen_; }
  void toggle_follow();

  void save_state(QSettings& settings) const;
  void restore_state(QSettings& settings);

  // For tests.
  const AttemptsModel& attempts() const { return attempts_; }
  const SlotsModel& slots_model() const { return slots_; }
  const TasksModel& tasks_model() const { return tasks_; }
  const LinkHistory& history() const { return history_; }
  LinkPlots& plots() { return *plots_; }
  ChangePanel& change_panel() { return *change_; }

 signals:
  /// The campaign's state has changed.
  void state_changed();
  /// The source rejected a request.
  void refused(const QString& message);
  /// The user requested the results of this finished attempt.
  void repetition_requested(const QString& test_case, int repetition);

 private:
  QLayout* make_totals();
  QWidget* make_slots();
  QWidget* make_tasks();
  QWidget* make_attempts();
  QWidget* make_link();
  void wire(LiveSource& source);
  void show_state(const CampaignState& state);
  void show_slots();
  void show_totals();
  void show_link_title();
  void refresh_plots();

  Places places_;
  LiveSource* source_ = nullptr;
  CampaignState state_;
  bool has_state_ = false;
  int chosen_ = -1;
  bool chosen_by_user_ = false;
  QString unavailable_;
  SlotState link_of_;
  AttemptsModel attempts_;
  SlotsModel slots_;
  TasksModel tasks_;
  LinkHistory history_;
  QTimer redraw_;

  QLabel* title_;
  QLabel* summary_;
  Note* message_;
  QProgressBar* bar_;
  QLabel* verdicts_;
  QLabel* lateness_;
  QTableView* slots_table_;
  QStackedWidget* running_;  // the slots, or the tasks of a cluster
  QComboBox* filter_;
  QSortFilterProxyModel* filtered_;
  QTableView* attempts_table_;
  QLabel* link_title_;
  LinkPlots* plots_;
  ChangePanel* change_;
  QSplitter* splitter_;
  QSplitter* link_splitter_;
  QTabWidget* tabs_;
};

}  // namespace seawind::gui
