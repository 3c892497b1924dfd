// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/repetition_view.h"

#include "gui/layouts.h"
#include "gui/results/wireshark.h"

namespace seawind::gui {

RepetitionView::RepetitionView(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      flow_(new QComboBox),
      note_(new Note),
      sequence_(new PlotView),
      timeline_(new PlotView),
      logs_(new LogsView),
      wireshark_(add_shortcut(*this, tr("Open in &Wireshark"), {QKeySequence("Ctrl+Shift+W")},
                              [this] { open_wireshark(); })) {
  title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  title_->setWordWrap(true);
  task_.show_as(tr("Reading the event log"));
  capture_.show_as(tr("Exporting the capture"));
  flow_->setAccessibleName(tr("Flow"));
  flow_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  wireshark_->setToolTip(
      tr("Export this repetition's capture and open it at the packet under the cursor"));
  sequence_->addAction(wireshark_);
  auto* button = new QToolButton;
  button->setDefaultAction(wireshark_);
  sequence_->setAccessibleName(tr("Time-sequence graph"));
  timeline_->setAccessibleName(tr("Timeline of states and queues"));
  sequence_->link_x(*timeline_);
  for (PlotView* view : {sequence_, timeline_}) {
    view->plot().xAxis->setLabel(tr("seconds"));
    view->set_wheel_zoom(Qt::Horizontal);
    // Equal left margins align the time axes.
    view->plot().axisRect()->setMinimumMargins(QMargins(90, 8, 8, 8));
  }
  auto* graphs = make_splitter(Qt::Vertical, {{sequence_, 3}, {timeline_, 2}}, {450, 300});
  make_column(this, {make_row({{title_, 1}, label_of(flow_, tr("&Flow")), flow_, button}),
                     note_,
                     {make_splitter(Qt::Horizontal, {{graphs, 1}, logs_}, {900, 210}), 1}});
  connect(&task_, &Task::failed, note_, &Note::show_text);
  connect(&capture_, &Task::failed, this, [this](const QString& error) {
    QMessageBox::warning(this, tr("Open in Wireshark"), error);
  });
  connect(flow_, &QComboBox::activated, this,
          [this] { read({.flow = flow_->currentText().toStdString()}); });
  connect(sequence_, &PlotView::point_activated, this, &RepetitionView::follow_cursor);
  sequence_->set_reader([this](const PlotView::Hit& hit) { return read_sequence(hit); });
  close_campaign();
}

void RepetitionView::close_campaign() {
  task_.cancel();
  capture_.cancel();
  shown_.reset();
  series_.clear();
  number_ = -1;
  campaign_.clear();
  for (PlotView* view : {sequence_, timeline_}) {
    view->clear();
    view->plot().legend->setVisible(false);
    view->plot().replot(QCustomPlot::rpQueuedReplot);
  }
  flow_->clear();
  wireshark_->setEnabled(false);
  note_->show_text({});
  title_->setText(
      tr("No repetition is open. Click on a point of a picture, or choose one in the "
         "list of repetitions and press Return."));
  logs_->clear();
}

void RepetitionView::open(const QString& campaign, const std::string& case_name, int number,
                          const Recipe& recipe) {
  Recipe wanted = recipe;
  if (wanted.flow.empty()) wanted.flow = flow();
  close_campaign();
  campaign_ = campaign;
  case_name_ = case_name;
  number_ = number;
  title_->setText(tr("%1, repetition %2").arg(QString::fromStdString(case_name)).arg(number));
  logs_->open(campaign, case_name, number);
  wanted_flow_ = wanted.flow;
  read(wanted);
}

void RepetitionView::read(const Recipe& recipe) {
  note_->show_text({});
  task_.start([this, campaign = campaign_, name = case_name_, number = number_,
               recipe](const Task::Report& report) {
    auto timeline = read_repetition_timeline(campaign, name, number, recipe.flow, report);
    // The flow that was shown before, if this repetition has it; else the first.
    if (timeline->flow < 0 && !recipe.flow.empty())
      timeline = read_repetition_timeline(campaign, name, number, {}, report);
    return [this, timeline, recipe] { show_timeline(timeline, recipe); };
  });
}

std::string RepetitionView::flow() const {
  if (!shown_ || shown_->flow < 0) return wanted_flow_;
  return shown_->flows[static_cast<std::size_t>(shown_->flow)].name;
}

void RepetitionView::show_timeline(RepetitionTimelinePtr timeline, const Recipe& recipe) {
  shown_ = std::move(timeline);
  flow_->clear();
  for (const auto& flow : shown_->flows) flow_->addItem(QString::fromStdString(flow.name));
  flow_->setCurrentIndex(shown_->flow);
  if (shown_->truncated)
    note_->show_text(tr("The event log ends in the middle: everything up to %1 s is shown.")
                         .arg(shown_->end, 0, 'f', 1));
  draw_sequence();
  draw_timeline();
  for (PlotView* view : {sequence_, timeline_})
    if (recipe.x.from && recipe.x.to) view->plot().xAxis->setRange(*recipe.x.from, *recipe.x.to);
  if (recipe.view == "sequence" && recipe.y.from && recipe.y.to)
    sequence_->plot().yAxis->setRange(*recipe.y.from, *recipe.y.to);
  wireshark_->setEnabled(true);
  emit opened();
}

std::optional<RepetitionView::Packet> RepetitionView::packet() const {
  const auto& hit = sequence_->cursor();
  if (!hit || !shown_) return {};
  const auto index = series_.find(hit->graph);
  if (index == series_.end()) return {};
  const TimelineSeries& series = shown_->series[index->second];
  const auto id = series.packet_at(hit->x, hit->y);
  if (!id) return {};
  using Event = SequenceEvent::Kind;
  return Packet{*id, series.kind == Event::kAdvance || series.kind == Event::kDuplicate ||
                         series.kind == Event::kDelivered};
}

QString RepetitionView::read_sequence(const PlotView::Hit& hit) const {
  QString out =
      tr("%1\n%2 s, %3").arg(hit.graph->name()).arg(hit.x, 0, 'f', 6).arg(hit.y, 0, 'f', 0);
  if (const auto p = packet()) out += tr("\npacket %1").arg(p->id);
  return out;
}

void RepetitionView::follow_cursor() {
  if (const auto p = packet())
    emit status_message(tr("Packet %1 at %2 s: Ctrl+Shift+W opens it in Wireshark")
                            .arg(p->id)
                            .arg(sequence_->cursor()->x, 0, 'f', 6));
}

void RepetitionView::open_wireshark() {
  const Packet at = packet().value_or(Packet{});
  capture_.start([this, campaign = campaign_, name = case_name_, number = number_,
                  at](const Task::Report& report) {
    const Capture capture = make_capture(campaign, name, number, at.id, at.outbound, report);
    return [this, capture] {
      QString error;
      if (open_in_wireshark(capture, error)) {
        emit status_message(tr("Wireshark opens %1").arg(capture.file));
        return;
      }
      auto* box = new QMessageBox(QMessageBox::Information, tr("Open in Wireshark"), error,
                                  QMessageBox::Close, this);
      box->setAttribute(Qt::WA_DeleteOnClose);
      box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
      auto* copy = box->addButton(tr("Copy file &name"), QMessageBox::ActionRole);
      auto* folder = box->addButton(tr("Open &folder"), QMessageBox::ActionRole);
      connect(copy, &QAbstractButton::clicked, this,
              [capture] { QApplication::clipboard()->setText(capture.file); });
      connect(folder, &QAbstractButton::clicked, this, [capture] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(capture.file).path()));
      });
      box->open();
    };
  });
}

}  // namespace seawind::gui
