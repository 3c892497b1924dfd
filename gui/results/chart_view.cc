// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/chart_view.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>
#include <set>

namespace seawind::gui {
namespace {

QLabel* labelled(const QString& text, QWidget* buddy) {
  auto* label = new QLabel(text);
  label->setBuddy(buddy);
  QString name = text;
  buddy->setAccessibleName(name.remove('&'));
  return label;
}

QComboBox* metric_box() {
  auto* box = new QComboBox;
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->completer()->setFilterMode(Qt::MatchContains);
  box->completer()->setCompletionMode(QCompleter::PopupCompletion);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(34);
  return box;
}

/// The default metric of the x axis: the first delay.
std::string first_delay(const std::set<MetricKey>& all) {
  for (const auto& key : all)
    if (key.second == "delay_median") return metric_text(key);
  return all.empty() ? std::string() : metric_text(*all.begin());
}

}  // namespace

ChartView::ChartView(QWidget* parent)
    : QWidget(parent),
      view_(new QComboBox),
      metric_(metric_box()),
      against_(metric_box()),
      against_label_(labelled(tr("&over"), against_)),
      log_x_(new QCheckBox(tr("log &x"))),
      log_y_(new QCheckBox(tr("log &y"))),
      note_(new QLabel),
      plot_(new PlotView),
      chart_(*plot_) {
  view_->addItem(tr("Box plots by case"), "boxes");
  view_->addItem(tr("Cumulative distributions"), "cdf");
  view_->addItem(tr("Over the start of the competitor"), "starts");
  view_->addItem(tr("One metric over another"), "versus");
  auto* controls = new QHBoxLayout;
  controls->addWidget(labelled(tr("&Chart"), view_));
  controls->addWidget(view_);
  controls->addWidget(labelled(tr("&Metric"), metric_));
  controls->addWidget(metric_);
  controls->addWidget(against_label_);
  controls->addWidget(against_);
  controls->addWidget(log_x_);
  controls->addWidget(log_y_);
  controls->addStretch();
  note_->setWordWrap(true);
  note_->setVisible(false);
  plot_->setAccessibleName(tr("Chart of the campaign"));
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->addLayout(controls);
  box->addWidget(note_);
  box->addWidget(plot_, 1);
  for (QComboBox* one : {view_, metric_, against_})
    connect(one, &QComboBox::currentIndexChanged, this, &ChartView::read_controls);
  for (QCheckBox* one : {log_x_, log_y_})
    connect(one, &QCheckBox::toggled, this, &ChartView::read_controls);
  connect(plot_, &PlotView::point_activated, this, [this](const PlotView::Hit& hit) {
    if (const auto at = chart_.repetition_at(hit))
      emit repetition_requested(QString::fromStdString(at->case_name), at->number);
  });
  show_controls();
}

void ChartView::set_campaign(CampaignPtr campaign) {
  // New data of the same campaign must not change the visible range.
  if (campaign_ && campaign && campaign_->directory == campaign->directory &&
      campaign_->has_samples && !chart_.data().series.empty())
    recipe_ = recipe();
  else
    recipe_.x.from = recipe_.x.to = recipe_.y.from = recipe_.y.to = std::nullopt;
  campaign_ = std::move(campaign);
  fill_metrics();
  redraw();
}

void ChartView::fill_metrics() {
  std::set<MetricKey> all;
  if (campaign_)
    for (const auto& c : campaign_->results().cases)
      for (const auto& [key, values] : c.samples) all.insert(key);
  filling_ = true;
  for (QComboBox* box : {metric_, against_}) {
    box->clear();
    QStringList titled;
    // The metrics of reports come first, sorted by title; all metrics follow, sorted by name.
    if (campaign_)
      for (const auto* metrics :
           {&campaign_->report.headline.workload, &campaign_->report.headline.flows})
        for (const ReportMetric& m : *metrics) {
          const auto name = QString::fromStdString(metric_text({m.flow, m.metric}));
          box->addItem(QString("%1 (%2)").arg(QString::fromStdString(m.title), name), name);
        }
    if (box->count() > 0 && static_cast<int>(all.size()) > box->count())
      box->insertSeparator(box->count());
    for (const auto& key : all) {
      const auto name = QString::fromStdString(metric_text(key));
      if (box->findData(name) < 0) box->addItem(name, name);
    }
  }
  if (recipe_.against.empty() || !all.contains(parse_metric(recipe_.against)))
    recipe_.against = first_delay(all);
  filling_ = false;
  show_controls();
}

void ChartView::choose_metric(QComboBox& box, const std::string& metric) {
  const QString name = QString::fromStdString(metric);
  int index = box.findData(name);
  if (index < 0 && !name.isEmpty()) {  // the recipe names a metric that this campaign does not have
    box.addItem(name, name);
    index = box.count() - 1;
  }
  box.setCurrentIndex(index);
  box.lineEdit()->setCursorPosition(0);
}

void ChartView::set_recipe(const Recipe& recipe) {
  if (is_of_repetition(recipe.view)) return;
  const std::string against = recipe.against.empty() ? recipe_.against : recipe.against;
  recipe_ = recipe;
  recipe_.against = against;
  show_controls();
  redraw();
}

void ChartView::set_cases(const CaseFilter& cases) {
  if (cases == recipe_.cases) return;
  recipe_.cases = cases;
  redraw();
}

void ChartView::show_controls() {
  filling_ = true;
  view_->setCurrentIndex(view_->findData(QString::fromStdString(recipe_.view)));
  choose_metric(*metric_, recipe_.metric);
  choose_metric(*against_, recipe_.against);
  log_x_->setChecked(recipe_.x.logarithmic);
  log_y_->setChecked(recipe_.y.logarithmic);
  filling_ = false;
  against_->setVisible(recipe_.view == "versus");
  against_label_->setVisible(recipe_.view == "versus");
  log_x_->setVisible(recipe_.view != "boxes");
}

void ChartView::read_controls() {
  if (filling_) return;
  recipe_.view = view_->currentData().toString().toStdString();
  if (metric_->currentIndex() >= 0)
    recipe_.metric = metric_->currentData().toString().toStdString();
  if (against_->currentIndex() >= 0)
    recipe_.against = against_->currentData().toString().toStdString();
  // A different chart starts with the full range.
  recipe_.x = {.from = {}, .to = {}, .logarithmic = log_x_->isChecked()};
  recipe_.y = {.from = {}, .to = {}, .logarithmic = log_y_->isChecked()};
  show_controls();
  redraw();
  emit changed();
}

Recipe ChartView::recipe() const {
  Recipe out = recipe_;
  if (out.view != "versus") out.against.clear();
  const auto zoomed = [](const QCPAxis& axis, const QCPRange& drawn, AxisSetting& setting) {
    if (axis.range() == drawn) return;
    setting.from = axis.range().lower;
    setting.to = axis.range().upper;
  };
  zoomed(*plot_->plot().yAxis, drawn_y_, out.y);
  zoomed(*plot_->plot().xAxis, drawn_x_, out.x);
  if (out.view == "boxes") out.x = {};
  return out;
}

void ChartView::redraw() {
  if (!campaign_ || !campaign_->has_samples) {
    plot_->clear();
    plot_->plot().legend->setVisible(false);
    plot_->plot().replot(QCustomPlot::rpQueuedReplot);
    note_->setVisible(false);
    return;
  }
  chart_.draw(campaign_->results(), recipe_);
  drawn_x_ = plot_->plot().xAxis->range();
  drawn_y_ = plot_->plot().yAxis->range();
  const bool empty = chart_.data().series.empty();
  note_->setVisible(empty);
  if (!empty) return;
  note_->setText(select_cases(campaign_->results(), recipe_.cases).empty()
                     ? tr("The filter leaves no case of this campaign.")
                 : recipe_.view == "starts"
                     ? tr("No case shown has both this metric and a competitor (third, http, "
                          "stream) with a start.")
                     : tr("No case shown has this metric."));
}

}  // namespace seawind::gui
