// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/compare_view.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "common/error.h"
#include "gui/results/metric_table.h"

namespace seawind::gui {
namespace {

/// Whether the file contains published values. Its folder also contains test sets, which have none.
bool has_published_values(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) && in.readAll().contains("\nvalues:");
}

}  // namespace

CompareView::CompareView(Places places, QWidget* parent)
    : QWidget(parent),
      places_(std::move(places)),
      against_(new QComboBox),
      target_(new QComboBox),
      confidence_(new QDoubleSpinBox),
      browse_(new QPushButton(tr("&Browse…"))),
      verdict_(new QLabel),
      progress_(new QProgressBar),
      cancel_(new QPushButton(tr("Cancel"))),
      table_(nullptr),
      left_(new PlotView),
      right_(new PlotView),
      left_chart_(*left_),
      right_chart_(*right_) {
  verdict_->setAccessibleName(tr("Verdict"));
  proxy_.setSourceModel(&model_);
  proxy_.setSortRole(RowsModel::kSortRole);
  table_ = make_table(proxy_, tr("Comparison"));
  against_->addItem(tr("published values"));
  against_->addItem(tr("another campaign"));
  against_->addItem(tr("one of its cases"));
  against_->setAccessibleName(tr("Compare with"));
  target_->setAccessibleName(tr("What to compare with"));
  target_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  target_->setMinimumContentsLength(28);
  confidence_->setRange(50, 99.99);
  confidence_->setValue(95);
  confidence_->setSuffix(tr(" %"));
  confidence_->setAccessibleName(tr("Confidence of the intervals"));
  confidence_->setToolTip(tr("Confidence of the bootstrap intervals"));
  confidence_->setKeyboardTracking(false);
  verdict_->setWordWrap(true);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  progress_->setMaximumWidth(140);
  progress_->setAccessibleName(tr("Comparing"));
  show_in_window(task_, tr("Comparing"));
  show_progress(task_, *progress_, *cancel_);
  left_->setAccessibleName(tr("Box plots of this campaign"));
  right_->setAccessibleName(tr("Box plots of the other campaign"));
  auto* label = new QLabel(tr("Compare &with"));
  label->setBuddy(against_);
  auto* head = new QHBoxLayout;
  for (QWidget* one : std::initializer_list<QWidget*>{label, against_, target_, browse_,
                                                      confidence_, progress_, cancel_})
    head->addWidget(one);
  head->addStretch();
  auto* plots = new QSplitter(Qt::Horizontal);
  plots->addWidget(left_);
  plots->addWidget(right_);
  auto* split = new QSplitter(Qt::Vertical);
  split->addWidget(table_);
  split->addWidget(plots);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 1);
  split->setSizes({300, 400});
  plots->setSizes({400, 400});
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->addLayout(head);
  box->addWidget(verdict_);
  box->addWidget(split, 1);

  connect(against_, &QComboBox::currentIndexChanged, this, [this] {
    fill_targets();
    refresh();
  });
  connect(target_, &QComboBox::currentIndexChanged, this, &CompareView::refresh);
  connect(confidence_, &QDoubleSpinBox::valueChanged, this, &CompareView::refresh);
  connect(browse_, &QPushButton::clicked, this, [this] {
    const bool campaign = against_->currentIndex() == 1;
    const QString chosen =
        campaign
            ? QFileDialog::getExistingDirectory(this, tr("Another campaign"), places_.campaigns)
            : QFileDialog::getOpenFileName(this, tr("Published values"),
                                           places_.configs + "/testsets/reference",
                                           tr("Published values (*.yaml)"));
    if (!chosen.isEmpty()) compare(campaign ? Against::kCampaign : Against::kPublished, chosen);
  });
  connect(cancel_, &QPushButton::clicked, &task_, &Task::cancel);
  connect(&task_, &Task::failed, this, [this](const QString& error) {
    show_result({{}, {}, error, {}, {}, {}});
  });
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) {
            if (now.isValid()) draw_row(proxy_.mapToSource(now).row());
          });
  const auto open_point = [this](const Chart& chart, const PlotView::Hit& hit) {
    const auto at = chart.repetition_at(hit);
    if (!at) return;
    const bool other = &chart == &right_chart_ && result_.other;
    emit repetition_requested((other ? result_.other : campaign_)->directory,
                              QString::fromStdString(at->case_name), at->number);
  };
  connect(left_, &PlotView::point_activated, this,
          [this, open_point](const PlotView::Hit& hit) { open_point(left_chart_, hit); });
  connect(right_, &PlotView::point_activated, this,
          [this, open_point](const PlotView::Hit& hit) { open_point(right_chart_, hit); });
  fill_targets();
}

void CompareView::set_campaign(CampaignPtr campaign) {
  campaign_ = std::move(campaign);
  if (against_->currentIndex() == 2 || !campaign_) fill_targets();
  refresh();
}

void CompareView::set_campaigns(const QStringList& directories) {
  campaigns_ = directories;
  if (against_->currentIndex() == 1) fill_targets();
}

void CompareView::compare(Against against, const QString& target) {
  const QSignalBlocker quiet(against_);
  const QSignalBlocker quiet_too(target_);
  against_->setCurrentIndex(static_cast<int>(against));
  fill_targets();
  int index = target_->findData(target);
  if (index < 0) {
    target_->addItem(QFileInfo(target).fileName(), target);
    index = target_->count() - 1;
    if (against == Against::kCampaign) campaigns_ << target;
  }
  target_->setCurrentIndex(index);
  refresh();
}

void CompareView::fill_targets() {
  const QSignalBlocker quiet(target_);
  const QVariant before = target_->currentData();
  target_->clear();
  const auto against = static_cast<Against>(against_->currentIndex());
  browse_->setVisible(against != Against::kCase);
  confidence_->setVisible(against != Against::kPublished);
  if (against == Against::kPublished) {
    const QDir folder(places_.configs + "/testsets/reference");
    for (const QString& name : folder.entryList({"*.yaml"}, QDir::Files, QDir::Name))
      if (has_published_values(folder.filePath(name)))
        target_->addItem(name.chopped(5), folder.filePath(name));
    target_->setCurrentIndex(std::max(0, target_->findText("reference")));
  } else if (against == Against::kCampaign) {
    for (const QString& directory : campaigns_) {
      if (campaign_ && directory == campaign_->directory) continue;
      target_->addItem(QFileInfo(directory).fileName(), directory);
      target_->setItemData(target_->count() - 1, directory, Qt::ToolTipRole);
    }
  } else if (campaign_) {
    for (const auto& c : campaign_->results().cases)
      target_->addItem(QString::fromStdString(c.name), QString::fromStdString(c.name));
  }
  if (const int index = target_->findData(before); index >= 0) target_->setCurrentIndex(index);
}

void CompareView::refresh() {
  const QString target = target_->currentData().toString();
  if (!campaign_ || !campaign_->has_samples || target.isEmpty()) {
    task_.cancel();
    show_result({{},
                 {},
                 campaign_ && campaign_->has_samples ? tr("There is nothing to compare with yet.")
                                                     : QString(),
                 {},
                 {},
                 {}});
    return;
  }
  task_.start([this, campaign = campaign_, target, confidence = confidence_->value() / 100,
               against =
                   static_cast<Against>(against_->currentIndex())](const Task::Report& report) {
    Result r;
    const auto pairs_done = [&](int done, int all) {
      report(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(all));
    };
    if (against == Against::kPublished) {
      r.comparisons = seawind::compare(load_reference(to_path(target)), campaign->results().cases);
      r.titles = published_titles();
      r.rows = published_table(r.comparisons);
      QStringList said;
      for (const char code : {'A', 'B', 'C'}) {
        const Tally t = tally(r.comparisons, code);
        if (t.within + t.outside > 0)
          said << tr("%1: %2 of %3 agree").arg(code).arg(t.within).arg(t.within + t.outside);
      }
      r.verdict = r.comparisons.empty()
                      ? tr("No published value belongs to a case of this campaign.")
                      : said.join("   ");
      return std::function<void()>([this, r] { show_result(r); });
    }
    if (against == Against::kCampaign) {
      r.other = read_campaign(target, report);
      if (!r.other->has_samples) throw Error(r.other->problems.join('\n').toStdString());
      r.pairs = compare_campaigns(campaign->results(), r.other->results(),
                                  " of " + QFileInfo(target).fileName().toStdString(),
                                  campaign->report.headline.keys(), confidence, pairs_done);
      if (r.other->results().seed != campaign->results().seed)
        r.verdict =
            tr("The campaigns have different seeds: their repetitions had different channels. ");
    } else {
      const CaseResults* base = campaign->find_case(target.toStdString());
      if (base != nullptr)
        r.pairs = compare_with_case(campaign->results(), *base, campaign->report.headline.keys(),
                                    confidence, pairs_done);
    }
    const auto decided = std::count_if(r.pairs.begin(), r.pairs.end(),
                                       [](const PairedRow& row) { return row.result.decided(); });
    r.verdict += r.pairs.empty() ? tr("No two cases have a metric in two common repetitions.")
                                 : tr("%1 of %2 differences are decided: their %3 % interval does "
                                      "not contain 0.")
                                       .arg(decided)
                                       .arg(r.pairs.size())
                                       .arg(100 * confidence);
    r.titles = paired_titles();
    r.rows = paired_table(r.pairs);
    return std::function<void()>([this, r] { show_result(r); });
  });
}

void CompareView::show_result(Result result) {
  result_ = std::move(result);
  model_.set_rows(result_.titles, result_.rows);
  verdict_->setText(result_.verdict);
  verdict_->setVisible(!result_.verdict.isEmpty());
  table_->resizeColumnsToContents();
  right_->setVisible(!result_.pairs.empty());
  left_->setVisible(!result_.rows.empty());
  if (model_.rowCount() > 0) table_->selectRow(0);
}

/// Draws the row's metric for its cases on both sides, with one scale.
void CompareView::draw_row(int row) {
  if (row < 0 || row >= model_.rowCount() || !campaign_) return;
  const bool published = result_.pairs.empty();
  const auto index = static_cast<std::size_t>(row);
  Recipe recipe;
  if (published) {
    const PublishedValue& p = result_.comparisons[index].published;
    recipe.metric = metric_text({p.flow, p.metric});
    recipe.cases.workload = {campaign_->find_case(result_.comparisons[index].case_name)->workload};
    left_chart_.draw(campaign_->results(), recipe);
    add_published(recipe.metric);
    return;
  }
  const PairedRow& pair = result_.pairs[index];
  recipe.metric = metric_text({pair.flow, pair.metric});
  recipe.cases.text = result_.other ? "" : pair.case_a;
  left_chart_.draw(campaign_->results(), recipe);
  recipe.cases.text = result_.other ? "" : pair.case_b;
  right_chart_.draw((result_.other ? result_.other : campaign_)->results(), recipe);
  QCPRange both = left_->plot().yAxis->range();
  both.expand(right_->plot().yAxis->range());
  for (PlotView* view : {left_, right_}) {
    view->plot().yAxis->setRange(both);
    view->set_home(view->plot().xAxis->range(), both);
    view->plot().replot(QCustomPlot::rpQueuedReplot);
  }
}

/// Draws the published medians beside the boxes, as squares.
void CompareView::add_published(const std::string& metric) {
  QVector<double> x;
  QVector<double> y;
  const PlotData& drawn = left_chart_.data();
  for (std::size_t i = 0; i < drawn.series.size(); ++i)
    for (const Comparison& c : result_.comparisons) {
      const PublishedValue& p = c.published;
      if (c.case_name == campaign_->results().cases[drawn.series[i].case_index].name &&
          metric_text({p.flow, p.metric}) == metric && p.statistic == "median" && !p.relative_to &&
          !p.start) {
        x << static_cast<double>(i + 1);
        y << p.value;
      }
    }
  if (x.isEmpty()) return;
  QCPGraph* graph = left_->plot().addGraph();
  graph->setData(x, y);
  graph->setName(tr("published median"));
  graph->setLineStyle(QCPGraph::lsNone);
  const QColor red = PlotView::colour(4);
  graph->setPen(QPen(red));
  graph->setScatterStyle({QCPScatterStyle::ssSquare, QPen(red, 2), Qt::NoBrush, 12});
  left_->set_home(left_->plot().xAxis->range(), std::nullopt);
  left_->show_all();
}

}  // namespace seawind::gui
