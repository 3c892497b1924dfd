// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/live_view.h"

#include "gui/layouts.h"
#include "gui/run/change_panel.h"
#include "gui/run/link_plots.h"
#include "gui/run/live_text.h"

namespace seawind::gui {
namespace {

constexpr int kRedraw = 100;  // ms

/// Draws a bar behind the text of a progress column. `role`: percentage, 0 to 100; -1: unknown.
class ProgressDelegate : public QStyledItemDelegate {
 public:
  ProgressDelegate(int role, QObject* parent) : QStyledItemDelegate(parent), role_(role) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const int percent = index.data(role_).toInt();
    if (percent < 0) {
      QStyledItemDelegate::paint(painter, option, index);
      return;
    }
    QStyleOptionProgressBar bar;
    bar.rect = option.rect.adjusted(2, 2, -2, -2);
    bar.palette = option.palette;
    bar.fontMetrics = option.fontMetrics;
    bar.state = option.state | QStyle::State_Horizontal;
    bar.minimum = 0;
    bar.maximum = 100;
    bar.progress = percent;
    bar.text = index.data().toString();
    bar.textVisible = true;
    bar.textAlignment = Qt::AlignCenter;
    (option.widget != nullptr ? option.widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ProgressBar, &bar, painter, option.widget);
  }

 private:
  int role_;
};

}  // namespace

LiveView::LiveView(const Places& places, QWidget* parent)
    : QWidget(parent),
      places_(places),
      title_(new QLabel(this)),
      summary_(new QLabel(this)),
      message_(new Note(Note::Look::kPlain, tr("What went wrong"))),
      bar_(new QProgressBar(this)),
      verdicts_(new QLabel(this)),
      lateness_(new QLabel(this)),
      tabs_(new QTabWidget(this)) {
  tabs_->addTab(make_attempts(), tr("Finished &attempts"));
  tabs_->addTab(make_link(), tr("&Link of the chosen slot"));
  running_ = new QStackedWidget;
  running_->addWidget(make_slots());
  running_->addWidget(make_tasks());
  splitter_ = make_splitter(Qt::Vertical, {{running_, 1}, {tabs_, 4}}, {150, 600});
  splitter_->setChildrenCollapsible(false);
  make_column(this, {make_totals(), {splitter_, 1}});

  redraw_.setInterval(kRedraw);
  redraw_.setSingleShot(true);
  connect(&redraw_, &QTimer::timeout, this, &LiveView::refresh_plots);
  tabs_->setAccessibleName(tr("Attempts and link"));
  connect(tabs_, &QTabWidget::currentChanged, this, [this] { redraw_.start(); });
  show_source(nullptr, {});
}

QLayout* LiveView::make_totals() {
  make_bold(*title_);
  verdicts_->setWordWrap(true);  // long texts must not widen the window
  bar_->setAccessibleName(tr("Repetitions done"));
  summary_->setAccessibleName(tr("State of the campaign"));
  verdicts_->setAccessibleName(tr("Verdicts so far"));
  lateness_->setAccessibleName(tr("Release lateness so far"));
  QBoxLayout* totals = make_column(
      {make_row({title_, {summary_, 1}}), bar_, make_row({{verdicts_, 1}, lateness_}), message_});
  totals->setSpacing(3);
  return totals;
}

QWidget* LiveView::make_slots() {
  slots_table_ = make_table(slots_, tr("Slots: repetitions that run now"));
  slots_table_->setSelectionMode(QAbstractItemView::SingleSelection);
  slots_table_->horizontalHeader()->setStretchLastSection(false);
  slots_table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  slots_table_->setItemDelegateForColumn(
      SlotsModel::kProgress, new ProgressDelegate(SlotsModel::kPercentRole, slots_table_));
  slots_table_->horizontalHeader()->setSectionResizeMode(SlotsModel::kCase, QHeaderView::Stretch);
  slots_table_->setColumnWidth(SlotsModel::kSlot, 50);
  slots_table_->setColumnWidth(SlotsModel::kRepetition, 80);
  slots_table_->setColumnWidth(SlotsModel::kAttempt, 70);
  slots_table_->setColumnWidth(SlotsModel::kPhase, 100);
  slots_table_->setColumnWidth(SlotsModel::kProgress, 160);
  slots_table_->setColumnWidth(SlotsModel::kRemaining, 60);
  slots_table_->setMinimumHeight(80);
  connect(slots_table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) {
            if (now.isValid()) choose_slot(slots_.at(now.row()).slot);
          });
  connect(slots_table_, &QTableView::activated, this, [this] { tabs_->setCurrentIndex(1); });
  return slots_table_;
}

QWidget* LiveView::make_tasks() {
  QTableView* table = make_table(tasks_, tr("Tasks on the cluster"));
  table->setColumnWidth(TasksModel::kState, 140);
  table->setMinimumHeight(80);
  return table;
}

QWidget* LiveView::make_attempts() {
  filter_ = new QComboBox;
  filter_->addItems({tr("All attempts"), tr("Only those that do not count")});
  filter_->setAccessibleName(tr("Which attempts are shown"));
  filtered_ = new QSortFilterProxyModel(this);
  filtered_->setSourceModel(&attempts_);
  filtered_->setSortRole(AttemptsModel::kSortRole);
  filtered_->setFilterKeyColumn(AttemptsModel::kVerdict);
  connect(filter_, &QComboBox::currentIndexChanged, this, [this](int index) {
    const QString not_valid = QString("^(?!%1$)").arg(verdict_text(Verdict::kValid));
    filtered_->setFilterRegularExpression(index == 1 ? not_valid : QString());
  });
  attempts_table_ = make_sorted_table(*filtered_, tr("Finished attempts"));
  attempts_table_->setSelectionMode(QAbstractItemView::SingleSelection);
  attempts_table_->horizontalHeader()->setStretchLastSection(false);
  attempts_table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  const int widths[] = {160, 76, 62, 62, 260, 96, 70, 70, 70, 60};
  for (int i = 0; i < static_cast<int>(std::size(widths)); ++i)
    attempts_table_->setColumnWidth(i, widths[i]);
  connect(attempts_table_, &QTableView::activated, this, [this](const QModelIndex& index) {
    const AttemptRow& row = attempts_.at(filtered_->mapToSource(index).row());
    emit repetition_requested(row.test_case, row.number);
  });
  auto* widget = new QWidget;
  add_items(new QVBoxLayout(widget),
            {make_row({label_of(filter_, tr("Sho&w")), filter_, kRoom,
                       new QLabel(tr("Return or a double click opens a repetition."))}),
             {attempts_table_, 1}});
  return widget;
}

QWidget* LiveView::make_link() {
  link_title_ = new QLabel;
  link_title_->setWordWrap(true);
  link_title_->setAccessibleName(tr("The repetition that is shown"));
  plots_ = new LinkPlots(history_);
  auto* left = new QWidget;
  add_items(new QVBoxLayout(left), {link_title_, {plots_, 1}});
  change_ = new ChangePanel(places_);
  QScrollArea* scroll = scrolled(change_);
  scroll->setAccessibleName(tr("Changes by hand"));
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(change_->minimumSizeHint().width() +
                          scroll->verticalScrollBar()->sizeHint().width());
  link_splitter_ = make_splitter(Qt::Horizontal, {{left, 1}, scroll}, {700, 320});
  link_splitter_->setChildrenCollapsible(false);
  connect(change_, &ChangePanel::change_requested, this, [this](const RequestedChange& edit) {
    if (source_ != nullptr && chosen_ >= 0) source_->change_link(chosen_, edit);
  });
  return link_splitter_;
}

void LiveView::show_source(LiveSource* source, const QString& title) {
  delete source_;
  source_ = source;
  state_ = {};
  has_state_ = false;
  chosen_ = -1;
  chosen_by_user_ = false;
  unavailable_.clear();
  attempts_.clear();
  show_slots();
  history_.clear();
  link_of_ = {};
  change_->begin_repetition();
  title_->setText(title);
  tabs_->setTabText(0, tr("Finished &attempts"));
  message_->show_text({});
  show_totals();
  show_link_title();
  redraw_.start();
  if (source == nullptr) return;
  source->setParent(this);
  wire(*source);
  source->start();
}

void LiveView::wire(LiveSource& source) {
  connect(&source, &LiveSource::state_changed, this, &LiveView::show_state);
  connect(&source, &LiveSource::attempts_finished, this, [this](const QList<AttemptRow>& rows) {
    const QScrollBar* bar = attempts_table_->verticalScrollBar();
    const bool at_end = bar->value() >= bar->maximum() - 1;
    attempts_.append(rows);
    if (at_end && filtered_->sortColumn() < 0) attempts_table_->scrollToBottom();
    tabs_->setTabText(0, tr("Finished &attempts (%1)").arg(attempts_.rowCount()));
  });
  connect(&source, &LiveSource::link_began, this, [this](const SlotState& slot) {
    // The source also emits link_began() for a link that it has lost and found again.
    if (!slot.is_same_attempt(link_of_)) change_->begin_repetition();
    link_of_ = slot;
    unavailable_.clear();
    history_.clear();
    show_link_title();
    redraw_.start();
  });
  connect(&source, &LiveSource::link_reported, this, [this](const LinkReport& report) {
    history_.add(report);
    if (!unavailable_.isEmpty() || history_.series(LiveValue::kRouterDown).points().size() == 1) {
      unavailable_.clear();
      show_link_title();
    }
    if (!redraw_.isActive()) redraw_.start();
  });
  connect(&source, &LiveSource::link_unavailable, this, [this](const QString& why) {
    unavailable_ = why;
    show_link_title();
  });
  connect(&source, &LiveSource::link_changed, this, [this](const LinkChangeEntry& entry) {
    history_.add_change(entry);
    change_->add_entry(entry);
    redraw_.start();
  });
  connect(&source, &LiveSource::link_configured, change_, &ChangePanel::set_configuration);
  connect(&source, &LiveSource::failed, message_, &Note::show_text);
  connect(&source, &LiveSource::refused, this, &LiveView::refused);
}

void LiveView::show_state(const CampaignState& state) {
  state_ = state;
  has_state_ = true;
  show_slots();
  message_->show_text({});
  show_totals();
  show_link_title();
  plots_->set_lateness_limit(static_cast<double>(state.lateness_limit_ns) / 1e6);
  emit state_changed();
}

void LiveView::show_slots() {
  // A slot that is free for a moment stays chosen: its neighbour in the table is another
  // repetition.
  QItemSelectionModel& selection = *slots_table_->selectionModel();
  const QSignalBlocker unchanged(selection);
  slots_.set(state_.slots_in_use);
  tasks_.set(state_.tasks);
  running_->setCurrentIndex(state_.tasks.isEmpty() ? 0 : 1);
  if (!chosen_by_user_ && slots_.row_of(chosen_) < 0)
    for (const SlotState& slot : state_.slots_in_use)
      if (slot.has_link) {
        choose_slot(slot.slot);
        chosen_by_user_ = false;
        break;
      }
  if (const int row = slots_.row_of(chosen_); row < 0)
    selection.clear();
  else if (slots_table_->currentIndex().row() != row)
    slots_table_->selectRow(row);
}

void LiveView::show_totals() {
  const bool known = has_state_;
  summary_->setText(known ? summary_text(state_)
                    : source_ != nullptr
                        ? tr("being opened")
                        : tr("Choose a campaign on the left, or start a test set (F5)."));
  bar_->setRange(0, std::max(1, state_.total()));
  bar_->setValue(state_.done + state_.failed);
  bar_->setVisible(known);
  verdicts_->setVisible(known);
  lateness_->setVisible(known);
  verdicts_->setText(
      tr("Repetitions: %1 done, %2 failed, %3 to come. Attempts that do not count: %4 invalid, "
         "%5 failed. Running: %6, at most %7.")
          .arg(state_.done)
          .arg(state_.failed)
          .arg(state_.pending)
          .arg(state_.invalid_attempts)
          .arg(state_.failed_attempts)
          .arg(state_.running)
          .arg(state_.allowed > 0 ? QString::number(state_.allowed) : QString::fromUtf8("–")));
  lateness_->setText(tr("Lateness p99.9: now %1, worst %2, limit %3")
                         .arg(lateness_text(state_.running_lateness_ns),
                              lateness_text(state_.worst_lateness_ns),
                              state_.lateness_limit_ns > 0 ? lateness_text(state_.lateness_limit_ns)
                                                           : QString::fromUtf8("–")));
  show_as_problem(*lateness_, state_.lateness_limit_ns > 0 &&
                                  state_.running_lateness_ns > state_.lateness_limit_ns);
}

void LiveView::choose_slot(int slot) {
  chosen_by_user_ = true;
  if (slot == chosen_) return;
  chosen_ = slot;
  unavailable_.clear();
  history_.clear();
  link_of_ = {};
  change_->begin_repetition();
  if (source_ != nullptr) source_->watch_link(slot);
  const int row = slots_.row_of(slot);
  if (row >= 0 && slots_table_->currentIndex().row() != row) slots_table_->selectRow(row);
  show_link_title();
  redraw_.start();
}

void LiveView::show_link_title() {
  const int row = chosen_ >= 0 ? slots_.row_of(chosen_) : -1;
  QString text;
  QString why;
  if (chosen_ < 0) {
    why = state_.tasks.isEmpty() ? tr("Choose a slot above to see the link of its repetition.")
                                 : tr("The links are on the nodes of the cluster.");
  } else if (!unavailable_.isEmpty()) {
    why = unavailable_;
  } else if (history_.is_empty()) {
    why = tr("Waiting for the link of slot %1.").arg(chosen_);
  } else {
    text = tr("Slot %1: %2").arg(chosen_).arg(slot_text(link_of_));
    if (row < 0 || !slots_.at(row).is_same_attempt(link_of_)) {
      why = tr("This repetition is over.");
      text += ". " + why;
    }
  }
  link_title_->setText(text.isEmpty() ? why : text);
  change_->set_available(why.isEmpty(), why);
}

void LiveView::refresh_plots() {
  if (plots_->isVisible()) plots_->refresh();
}

void LiveView::toggle_follow() {
  plots_->set_follows(!plots_->follows());
}

void LiveView::save_state(QSettings& settings) const {
  settings.setValue("live/splitter", splitter_->saveState());
  settings.setValue("live/link_splitter", link_splitter_->saveState());
  settings.setValue("live/slots", slots_table_->horizontalHeader()->saveState());
  settings.setValue("live/attempts", attempts_table_->horizontalHeader()->saveState());
  settings.setValue("live/tab", tabs_->currentIndex());
}

void LiveView::restore_state(QSettings& settings) {
  splitter_->restoreState(settings.value("live/splitter").toByteArray());
  link_splitter_->restoreState(settings.value("live/link_splitter").toByteArray());
  slots_table_->horizontalHeader()->restoreState(settings.value("live/slots").toByteArray());
  attempts_table_->horizontalHeader()->restoreState(settings.value("live/attempts").toByteArray());
  tabs_->setCurrentIndex(settings.value("live/tab", 0).toInt());
}

}  // namespace seawind::gui
