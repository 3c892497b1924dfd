// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/live_view.h"

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include "gui/plot/plot_view.h"
#include "gui/run/change_panel.h"
#include "gui/run/link_plots.h"
#include "gui/run/live_text.h"
#include "gui/run/progress_delegate.h"

namespace seawind::gui {
namespace {

constexpr int kRedraw = 100;  // ms

/// All attempts, or those without the verdict kValid only.
class VerdictFilter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void set_only_problems(bool only) {
    only_ = only;
    invalidateRowsFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex&) const override {
    return !only_ ||
           static_cast<const AttemptsModel*>(sourceModel())->at(row).verdict != Verdict::kValid;
  }

 private:
  bool only_ = false;
};

void set_up(QTableView& table, const QString& name) {
  set_up_table(table, name);
  table.setSelectionMode(QAbstractItemView::SingleSelection);
  table.setEditTriggers(QAbstractItemView::NoEditTriggers);
  table.setWordWrap(false);
  table.verticalHeader()->hide();
  table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

}  // namespace

LiveView::LiveView(const Places& places, QWidget* parent)
    : QWidget(parent),
      places_(places),
      title_(new QLabel(this)),
      summary_(new QLabel(this)),
      message_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      verdicts_(new QLabel(this)),
      lateness_(new QLabel(this)),
      tabs_(new QTabWidget(this)) {
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->addWidget(make_totals());
  splitter_ = new QSplitter(Qt::Vertical, this);
  splitter_->setChildrenCollapsible(false);
  splitter_->addWidget(make_slots());
  tabs_->addTab(make_attempts(), tr("Finished &attempts"));
  tabs_->addTab(make_link(), tr("&Link of the chosen slot"));
  splitter_->addWidget(tabs_);
  splitter_->setStretchFactor(0, 1);
  splitter_->setStretchFactor(1, 4);
  splitter_->setSizes({150, 600});
  box->addWidget(splitter_, 1);

  redraw_.setInterval(kRedraw);
  redraw_.setSingleShot(true);
  connect(&redraw_, &QTimer::timeout, this, &LiveView::refresh_plots);
  tabs_->setAccessibleName(tr("Attempts and link"));
  connect(tabs_, &QTabWidget::currentChanged, this, [this] { redraw_.start(); });
  show_source(nullptr, {});
}

QWidget* LiveView::make_totals() {
  auto* widget = new QWidget(this);
  auto* box = new QVBoxLayout(widget);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(3);
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  title_->setTextFormat(Qt::PlainText);
  auto* first = new QHBoxLayout;
  first->addWidget(title_);
  first->addWidget(summary_, 1);
  box->addLayout(first);
  bar_->setAccessibleName(tr("Repetitions done"));
  box->addWidget(bar_);
  verdicts_->setWordWrap(true);  // long texts must not widen the window
  auto* second = new QHBoxLayout;
  second->addWidget(verdicts_, 1);
  second->addWidget(lateness_);
  box->addLayout(second);
  message_->setWordWrap(true);
  message_->setTextFormat(Qt::PlainText);
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  box->addWidget(message_);
  summary_->setAccessibleName(tr("State of the campaign"));
  verdicts_->setAccessibleName(tr("Verdicts so far"));
  lateness_->setAccessibleName(tr("Release lateness so far"));
  message_->setAccessibleName(tr("What went wrong"));
  return widget;
}

QWidget* LiveView::make_slots() {
  slots_table_ = new QTableView(this);
  set_up(*slots_table_, tr("Slots: repetitions that run now"));
  slots_table_->setModel(&slots_);
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

QWidget* LiveView::make_attempts() {
  auto* widget = new QWidget(this);
  auto* box = new QVBoxLayout(widget);
  filter_ = new QComboBox(widget);
  filter_->addItems({tr("All attempts"), tr("Only those that do not count")});
  filter_->setAccessibleName(tr("Which attempts are shown"));
  auto* line = new QHBoxLayout;
  auto* label = new QLabel(tr("Sho&w"), widget);
  label->setBuddy(filter_);
  line->addWidget(label);
  line->addWidget(filter_);
  line->addStretch();
  line->addWidget(new QLabel(tr("Return or a double click opens a repetition."), widget));
  box->addLayout(line);
  auto* filtered = new VerdictFilter(this);
  filtered->setSourceModel(&attempts_);
  filtered->setSortRole(AttemptsModel::kSortRole);
  filtered->setDynamicSortFilter(true);
  filtered_ = filtered;
  connect(filter_, &QComboBox::currentIndexChanged, this,
          [filtered](int index) { filtered->set_only_problems(index == 1); });
  attempts_table_ = new QTableView(widget);
  set_up(*attempts_table_, tr("Finished attempts"));
  attempts_table_->setModel(filtered_);
  attempts_table_->setSortingEnabled(true);
  attempts_table_->horizontalHeader()->setSortIndicatorClearable(true);
  attempts_table_->sortByColumn(-1, Qt::AscendingOrder);
  const int widths[] = {160, 76, 62, 62, 260, 96, 70, 70, 70, 60};
  for (int i = 0; i < static_cast<int>(std::size(widths)); ++i)
    attempts_table_->setColumnWidth(i, widths[i]);
  connect(attempts_table_, &QTableView::activated, this, [this](const QModelIndex& index) {
    const AttemptRow& row = attempts_.at(filtered_->mapToSource(index).row());
    emit repetition_requested(row.test_case, row.repetition);
  });
  box->addWidget(attempts_table_, 1);
  return widget;
}

QWidget* LiveView::make_link() {
  link_splitter_ = new QSplitter(Qt::Horizontal, this);
  link_splitter_->setChildrenCollapsible(false);
  auto* left = new QWidget(link_splitter_);
  auto* box = new QVBoxLayout(left);
  link_title_ = new QLabel(left);
  link_title_->setWordWrap(true);
  link_title_->setTextFormat(Qt::PlainText);
  link_title_->setAccessibleName(tr("The repetition that is shown"));
  box->addWidget(link_title_);
  plots_ = new LinkPlots(history_, left);
  box->addWidget(plots_, 1);
  change_ = new ChangePanel(places_, link_splitter_);
  auto* scroll = new QScrollArea(link_splitter_);
  scroll->setAccessibleName(tr("Changes by hand"));
  scroll->setWidget(change_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(change_->minimumSizeHint().width() +
                          scroll->verticalScrollBar()->sizeHint().width());
  link_splitter_->addWidget(left);
  link_splitter_->addWidget(scroll);
  link_splitter_->setStretchFactor(0, 1);
  link_splitter_->setSizes({700, 320});
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
  silence_.clear();
  attempts_.clear();
  show_slots();
  history_.clear();
  link_of_ = {};
  change_->begin_repetition();
  title_->setText(title);
  tabs_->setTabText(0, tr("Finished &attempts"));
  message_->hide();
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
    // The source also reports a link that it has lost and found again.
    if (!slot.is_same_attempt(link_of_)) change_->begin_repetition();
    link_of_ = slot;
    silence_.clear();
    history_.clear();
    show_link_title();
    redraw_.start();
  });
  connect(&source, &LiveSource::link_reported, this, [this](const LinkReport& report) {
    history_.add(report);
    if (!silence_.isEmpty() || history_.series(LiveValue::kRouterDown).points().size() == 1) {
      silence_.clear();
      show_link_title();
    }
    if (!redraw_.isActive()) redraw_.start();
  });
  connect(&source, &LiveSource::link_silent, this, [this](const QString& why) {
    silence_ = why;
    show_link_title();
  });
  connect(&source, &LiveSource::link_changed, this, [this](const LinkChangeEntry& entry) {
    history_.add_change(entry);
    change_->add_entry(entry);
    redraw_.start();
  });
  connect(&source, &LiveSource::link_configured, change_, &ChangePanel::set_configuration);
  connect(&source, &LiveSource::failed, this, [this](const QString& message) {
    message_->setText(message);
    message_->show();
  });
  connect(&source, &LiveSource::refused, this, &LiveView::refused);
}

void LiveView::show_state(const CampaignState& state) {
  state_ = state;
  has_state_ = true;
  show_slots();
  message_->hide();
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
          .arg(state_.slots_in_use.size())
          .arg(state_.allowed > 0 ? QString::number(state_.allowed) : QString::fromUtf8("–")));
  lateness_->setText(tr("Lateness p99.9: now %1, worst %2, limit %3")
                         .arg(lateness_text(state_.running_lateness_ns),
                              lateness_text(state_.worst_lateness_ns),
                              state_.lateness_limit_ns > 0 ? lateness_text(state_.lateness_limit_ns)
                                                           : QString::fromUtf8("–")));
  QPalette colours = palette();
  if (state_.lateness_limit_ns > 0 && state_.running_lateness_ns > state_.lateness_limit_ns)
    colours.setColor(QPalette::WindowText, PlotView::colour(4));
  lateness_->setPalette(colours);
}

void LiveView::choose_slot(int slot) {
  chosen_by_user_ = true;
  if (slot == chosen_) return;
  chosen_ = slot;
  silence_.clear();
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
    why = tr("Choose a slot above to see the link of its repetition.");
  } else if (!silence_.isEmpty()) {
    why = silence_;
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
