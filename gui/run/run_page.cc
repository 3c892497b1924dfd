// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/run_page.h"

#include "gui/layouts.h"
#include "gui/run/directory_source.h"
#include "gui/run/live_view.h"
#include "gui/run/start_dialog.h"

namespace seawind::gui {
namespace {

constexpr int kNoticeMs = 20'000;  // of the desktop's notification

QTableView* make_list(QAbstractItemModel& model, const QString& name) {
  QTableView* table = make_table(model, name);
  table->setAlternatingRowColors(false);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table->horizontalHeader()->setStretchLastSection(false);
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  // the width must not follow the texts
  table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Fixed);
  table->horizontalHeader()->setResizeContentsPrecision(50);  // visible rows and a few more
  return table;
}

}  // namespace

RunPage::RunPage(const Places& places, QWidget* parent)
    : Page(parent),
      places_(places),
      queue_(CampaignQueue::file_in(places)),
      runner_(queue_, program("seawind"), places.configs),
      scan_(CampaignScan::of(places.campaigns)),
      problem_(new Note(Note::Look::kProblem, tr("What went wrong"))),
      dismiss_(new QToolButton),
      live_(new LiveView(places)) {
  make_actions();
  dismiss_->setText(tr("Dismiss"));
  dismiss_->setAccessibleName(tr("Dismiss the message"));
  dismiss_->hide();
  connect(dismiss_, &QToolButton::clicked, this, [this] { show_problem({}); });
  splitter_ = make_splitter(Qt::Horizontal, {make_lists(), {live_, 1}}, {300, 900});
  splitter_->setChildrenCollapsible(false);
  QBoxLayout* problem_line = make_row({{problem_, 1}, dismiss_});
  problem_line->setAlignment(dismiss_, Qt::AlignTop);
  add_items(new QVBoxLayout(this), {problem_line, {splitter_, 1}});

  // The queue must not start a campaign beside one that an earlier window has started elsewhere.
  for (const QueueItem& item : queue_.items()) scan_->add(item.request.directory);
  connect(scan_.get(), &CampaignScan::found, this, &RunPage::show_entries);
  connect(scan_.get(), &CampaignScan::found, &runner_, &QueueRunner::take_scan);
  connect(&queue_, &CampaignQueue::changed, this, &RunPage::update_actions);
  connect(&runner_, &QueueRunner::started, this, [this](const QString& directory) {
    scan_->add(directory);
    emit status_message(tr("Started %1.").arg(directory));
    watch(directory);
  });
  connect(&runner_, &QueueRunner::ended, this, [this](const QString&, int, const QString& problem) {
    if (!problem.isEmpty()) show_problem(problem);
    scan_->scan_now();
  });
  connect(live_, &LiveView::state_changed, this, &RunPage::update_actions);
  connect(live_, &LiveView::refused, this, &RunPage::show_problem);
  connect(live_, &LiveView::repetition_requested, this, [this](const QString& name, int number) {
    emit show_requested("repetition", QString("%1|%2|%3").arg(shown_, name).arg(number));
  });
  update_actions();
  if (!queue_.error().isEmpty()) show_problem(queue_.error());
}

QWidget* RunPage::make_lists() {
  campaigns_table_ = make_list(campaigns_, tr("Campaigns"));
  campaigns_table_->setColumnHidden(CampaignsModel::kBoth, true);
  connect(campaigns_table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) {
            if (now.isValid() && campaigns_.at(now.row()).directory != shown_)
              watch(campaigns_.at(now.row()).directory);
          });
  queue_table_ = make_list(queue_, tr("Queue of campaigns"));
  connect(queue_table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &RunPage::update_actions);
  QBoxLayout* line = make_row({});
  const std::pair<const char*, QString> buttons[] = {{"queue_up", tr("Up")},
                                                     {"queue_down", tr("Down")},
                                                     {"queue_remove", tr("Remove")},
                                                     {"queue_retry", tr("Again")},
                                                     {"queue_hold", tr("Hold")}};
  for (const auto& [name, text] : buttons) {
    auto* button = new QToolButton;
    button->setDefaultAction(action(name));
    button->defaultAction()->setIconText(text);
    button->setAccessibleName(button->defaultAction()->text());
    line->addWidget(button);
  }
  line->addStretch();
  queue_note_ = new QLabel;
  queue_note_->setWordWrap(true);
  queue_note_->setAccessibleName(tr("What the queue waits for"));
  auto* lists = make_splitter(
      Qt::Vertical,
      {{campaigns_table_, 2}, {column_widget({{queue_table_, 1}, line, queue_note_}), 1}});
  lists->setChildrenCollapsible(false);
  return lists;
}

void RunPage::update_actions() {
  const CampaignState& state = live_->state();
  const bool shown = live_->source() != nullptr;
  const bool runs = shown && state.is_running();
  action("pause")->setEnabled(runs && state.phase == RunState::kRunning);
  action("continue")
      ->setEnabled(runs &&
                   (state.phase == RunState::kPaused || state.phase == RunState::kFinishing));
  action("finish")->setEnabled(
      runs && (state.phase == RunState::kRunning || state.phase == RunState::kPaused));
  action("stop")->setEnabled(runs && state.phase != RunState::kStopping);
  action("resume")->setEnabled(shown && !runs && !state.recording && state.total() > 0 &&
                               state.pending > 0);
  action("results")->setEnabled(shown && !shown_.isEmpty() && state.total() > 0);
  const int row = queue_table_->currentIndex().row();
  const bool mine = queue_.is_mine() && row >= 0 && row < queue_.items().size();
  action("queue_up")->setEnabled(mine && queue_.can_move(row, -1));
  action("queue_down")->setEnabled(mine && queue_.can_move(row, 1));
  action("queue_remove")
      ->setEnabled(mine && queue_.items()[row].state != QueueItem::State::kRunning);
  action("queue_retry")->setEnabled(mine && queue_.items()[row].state == QueueItem::State::kFailed);
  action("queue_hold")->setEnabled(queue_.is_mine());
  action("queue_hold")->setChecked(queue_.is_held());
  QString note = runner_.waits_for();
  if (note.isEmpty())
    note =
        tr("Campaigns run on when this window is closed. Those that wait are started when it is "
           "open again.");
  queue_note_->setText(note);
  queue_table_->resizeColumnToContents(1);
}

void RunPage::show_problem(const QString& text) {
  problem_->show_text(text);
  dismiss_->setVisible(!text.isEmpty());
  if (!text.isEmpty()) emit status_message(text.section('\n', 0, 0));
}

void RunPage::show_entries(const QList<CampaignEntry>& entries) {
  for (const CampaignEntry& now : entries) {
    const int row = campaigns_.row_of(now.directory);
    if (row < 0 || now.phase || !campaigns_.at(row).phase) continue;
    campaign_ended(now);
  }
  campaigns_.set(entries);
  campaigns_table_->resizeColumnToContents(1);
  if (shown_.isEmpty() && !entries.isEmpty() && entries.first().phase)
    watch(entries.first().directory);  // the campaign continued while no window was open
  const int row = campaigns_.row_of(shown_);
  if (row >= 0 && campaigns_table_->currentIndex().row() != row) campaigns_table_->selectRow(row);
  update_actions();
}

void RunPage::notify(const QString& text) {
  emit status_message(text);
  QApplication::alert(window());
  if (window()->isActiveWindow() || !QSystemTrayIcon::isSystemTrayAvailable()) return;
  auto* tray = new QSystemTrayIcon(window()->windowIcon(), this);
  connect(tray, &QSystemTrayIcon::messageClicked, this, [this] {
    window()->raise();
    window()->activateWindow();
  });
  tray->show();
  tray->showMessage(window()->windowTitle(), text, tray->icon(), kNoticeMs);
  QTimer::singleShot(kNoticeMs, tray, &QObject::deleteLater);
}

void RunPage::campaign_ended(const CampaignEntry& now) {
  notify((now.is_complete() ? tr("%1 is complete: %2 of %3 repetitions done.")
                            : tr("%1 has ended: %2 of %3 repetitions done."))
             .arg(now.name)
             .arg(now.done)
             .arg(now.total));
  if (now.directory != quickstart_ || !now.is_complete()) return;
  quickstart_.clear();
  // The page changes only if this page is visible; the user may be on another one.
  if (isVisible()) emit show_requested("boxes", now.directory);
}

void RunPage::watch(const QString& given) {
  const QString directory = QDir::cleanPath(QFileInfo(given).absoluteFilePath());
  if (directory == shown_) return;
  shown_ = directory;
  scan_->add(directory);
  live_->show_source(new DirectorySource(directory, places_.configs),
                     QDir::toNativeSeparators(directory));
  const int row = campaigns_.row_of(directory);
  if (row >= 0)
    campaigns_table_->selectRow(row);
  else
    campaigns_table_->clearSelection();
  update_actions();
}

bool RunPage::show_item(const QString& what, const QString& argument) {
  if (what == "run")
    start(argument);
  else if (what == "start")
    start(argument, Dialog::kSkip);
  else if (what == "watch")
    watch(argument);
  else
    return false;
  return true;
}

void RunPage::start(const QString& test_set_file, Dialog shown) {
  if (shown == Dialog::kSkip) {
    quickstart_ = default_directory(test_set_file, places_);
    start(RunRequest{test_set_file, quickstart_});
    return;
  }
  auto* dialog = new StartDialog(test_set_file, places_, must_wait(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    if (!dialog->start_now()) {
      start(dialog->request());
      return;
    }
    QString error;
    if (!runner_.start_now(dialog->request(), error)) show_problem(error);
  });
  dialog->open();
}

bool RunPage::must_wait() const {
  return runner_.is_busy() || (queue_.next_row() >= 0 && !queue_.is_held());
}

void RunPage::start(const RunRequest& request) {
  show_problem({});
  if (must_wait()) {
    if (!queue_.is_mine())
      return show_problem(tr("%1 was not started: a campaign runs or waits, and another window "
                             "holds the queue. Add "
                             "it there, or start it now, in parallel with the running campaign.")
                              .arg(QDir::toNativeSeparators(request.test_set)));
    queue_.add(request);
    emit status_message(
        tr("%1 was added to the queue.").arg(QFileInfo(request.directory).fileName()));
    return;
  }
  QString error;
  if (!runner_.start_now(request, error)) show_problem(error);
}

void RunPage::save_state(QSettings& settings) const {
  settings.setValue("run/splitter", splitter_->saveState());
  settings.setValue("run/shown", shown_);
  live_->save_state(settings);
}

void RunPage::restore_state(QSettings& settings) {
  splitter_->restoreState(settings.value("run/splitter").toByteArray());
  live_->restore_state(settings);
  const QString shown = settings.value("run/shown").toString();
  if (shown_.isEmpty() && !shown.isEmpty() && QFileInfo::exists(shown)) watch(shown);
}

}  // namespace seawind::gui
