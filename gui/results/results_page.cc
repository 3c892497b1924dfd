// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/results_page.h"

#include "common/error.h"
#include "gui/results/summary.h"

namespace seawind::gui {
namespace {

constexpr int kWatchMs = 1000;   // ms between two checks of the campaign's files
constexpr int kPauseFactor = 4;  // the pause is this multiple of the reading time, so that reading
                                 // takes at most a fifth of the time

}  // namespace

ResultsPage::ResultsPage(const Places& places, QWidget* parent)
    : Page(parent), places_(places), scan_(CampaignScan::of(places.campaigns)) {
  build();
  make_actions();
  connect_views();
  setAcceptDrops(true);
  watch_.setSingleShot(true);
  connect(&watch_, &QTimer::timeout, this, &ResultsPage::follow_files);
  show_entries(scan_->entries());
}

void ResultsPage::connect_views() {
  connect(campaigns_view_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& now) {
            if (now.isValid()) open_campaign(campaigns_.at(now.row()).directory);
          });
  connect(scan_.get(), &CampaignScan::found, this, &ResultsPage::show_entries);
  connect(filter_, &FilterPanel::changed, this, &ResultsPage::filter_changed);
  connect(pictures_, &CampaignPictures::repetition_requested, this,
          [this](const QString& name, int number) { show_repetition(name.toStdString(), number); });
  connect(figures_, &MetricTable::metric_requested, this, [this](const QString& metric) {
    pictures_->set_metric(metric.toStdString());
    tabs_->setCurrentIndex(kPictures);
  });
  connect(table_, &QTableView::activated, this, &ResultsPage::open_selected_repetition);
  connect(repetition_, &RepetitionView::status_message, this, &ResultsPage::status_message);
  connect(&repetition_->logs(), &LogsView::status_message, this, &ResultsPage::status_message);
  connect(recipes_, &RecipeMenu::status_message, this, &ResultsPage::status_message);
  connect(recipes_, &RecipeMenu::applied, this, &ResultsPage::apply_recipe);
  connect(&opener_, &ReportOpener::opened, this, [this](const QString& page) {
    emit status_message(tr("The browser opens %1").arg(page));
  });
  connect(&opener_, &ReportOpener::not_opened, this, &ResultsPage::show_path);
  connect(&opener_, &ReportOpener::failed, banner_, &Note::show_text);
  connect(&loading_, &Task::cancelled, this, [this] {
    if (campaign_ && !campaign_->has_samples)
      banner_->show_text(
          tr("Reading was cancelled: the list of repetitions is complete; figures and pictures are "
             "not. F5 reads them."));
  });
  connect(&loading_, &Task::failed, banner_, &Note::show_text);
}

void ResultsPage::show_entries(const QList<CampaignEntry>& entries) {
  {
    // Blocked, so that the removal of the current campaign does not open its neighbour.
    const QSignalBlocker unchanged(campaigns_view_->selectionModel());
    campaigns_.set(entries);
  }
  QStringList all;
  for (const CampaignEntry& entry : entries) all << entry.directory;
  pictures_->set_campaigns(all);
  if (const int row = campaigns_.row_of(directory_); row >= 0)
    campaigns_view_->setCurrentIndex(campaigns_.index(row, CampaignsModel::kBoth));
}

bool ResultsPage::show_item(const QString& what, const QString& argument) {
  if (what == "results" || what == "boxes") {
    open_campaign(argument);
    if (what == "boxes") {
      pictures_->set_recipe({.cases = filter_->cases()});
      tabs_->setCurrentIndex(kPictures);
    }
    return true;
  }
  // DIR|CASE|NUMBER: only DIR may contain a bar.
  if (what != "repetition" || argument.count('|') < 2) return false;
  open_repetition(argument.section('|', 0, -3), argument.section('|', -2, -2),
                  argument.section('|', -1).toInt());
  return true;
}

void ResultsPage::open_campaign(const QString& directory) {
  const QString absolute = QDir::cleanPath(QFileInfo(directory).absoluteFilePath());
  if (absolute == directory_ && (campaign_ || loading_.is_running())) return;
  directory_ = absolute;
  campaign_.reset();
  waiting_recipe_.reset();
  repetition_->close_campaign();
  scan_->add(absolute);
  load();
  if (const int row = campaigns_.row_of(absolute); row >= 0)
    campaigns_view_->setCurrentIndex(campaigns_.index(row, CampaignsModel::kBoth));
}

void ResultsPage::open_repetition(const QString& directory, const QString& case_name, int number) {
  open_campaign(directory);
  show_repetition(case_name.toStdString(), number);
}

void ResultsPage::show_repetition(const std::string& case_name, int number) {
  tabs_->setCurrentIndex(kRepetition);
  repetition_->open(directory_, case_name, number);
  pictures_->set_repetition(RepetitionRef{case_name, number});
}

/// Loads the overview first, then all data.
void ResultsPage::load() {
  watch_.stop();
  stamp_ = stamp_of(directory_);
  const bool fresh = !campaign_;
  loading_.start([this, directory = directory_, fresh](const Task::Report& report) {
    QElapsedTimer took;
    took.start();
    if (fresh) {
      const CampaignPtr overview = read_overview(directory);
      report(0, 1);
      QMetaObject::invokeMethod(
          this,
          [this, overview] {
            if (overview->directory == directory_ && !campaign_) show_campaign(overview);
          },
          Qt::QueuedConnection);
    }
    const CampaignPtr whole = read_campaign(directory, report);
    const int rest = std::max(kWatchMs, static_cast<int>(kPauseFactor * took.elapsed()));
    return [this, whole, rest] {
      show_campaign(whole);
      if (isVisible()) watch_.start(rest);
      emit campaign_shown(whole->directory);
    };
  });
}

void ResultsPage::follow_files() {
  if (directory_.isEmpty() || loading_.is_running()) return;
  if (stamp_of(directory_) != stamp_)
    load();
  else
    watch_.start(kWatchMs);
}

void ResultsPage::show_campaign(CampaignPtr campaign) {
  campaign_ = std::move(campaign);
  banner_->show_text(campaign_->problems.join('\n'));
  head_->setText(
      campaign_->usable()
          ? tr("<b>%1</b>: %2")
                .arg(QString::fromStdString(campaign_->results().name).toHtmlEscaped(),
                     QString::fromStdString(campaign_->report.verdict()).toHtmlEscaped())
          : tr("<b>%1</b> cannot be read").arg(QFileInfo(directory_).fileName().toHtmlEscaped()));
  summary_->setHtml(summary_html(*campaign_));
  filter_->set_campaign(*campaign_);
  repetitions_.set_campaign(campaign_);
  pictures_->set_cases(filter_->cases());
  pictures_->set_campaign(campaign_);
  figures_->set_cases(filter_->cases());
  figures_->set_campaign(campaign_);
  filter_changed();
  if (waiting_recipe_ && campaign_->has_samples) {
    const Recipe recipe = *waiting_recipe_;
    waiting_recipe_.reset();
    apply_recipe(recipe);
  }
}

void ResultsPage::filter_changed() {
  const CaseExpression cases = filter_->cases();
  shown_.set_cases(cases);
  shown_.set_state(filter_->state());
  shown_.set_verdict(filter_->verdict());
  pictures_->set_cases(cases);
  figures_->set_cases(cases);
  count_->setText(tr("%1 of %2 repetitions").arg(shown_.rowCount()).arg(repetitions_.rowCount()));
}

Recipe ResultsPage::recipe() const {
  Recipe out = pictures_->recipe();
  if (tabs_->currentIndex() != kRepetition || repetition_->number() < 0) return out;
  // The tab of a repetition is shown: a recipe of its graph selects the case by its axes.
  const QCPRange x = repetition_->sequence().plot().xAxis->range();
  Recipe repetition;
  repetition.view = "sequence";
  repetition.metric = out.metric;
  repetition.flow = repetition_->flow();
  repetition.repetition = repetition_->number();
  repetition.x.from = x.lower;
  repetition.x.to = x.upper;
  repetition.y.from = repetition_->sequence().plot().yAxis->range().lower;
  repetition.y.to = repetition_->sequence().plot().yAxis->range().upper;
  if (campaign_)
    if (const CaseResults* c = campaign_->find_case(repetition_->case_name()))
      repetition.cases =
          CaseExpression(case_condition({{{c->link}, {c->router}, {c->tcp}, {c->workload}}}));
  return repetition;
}

void ResultsPage::apply_recipe(const Recipe& recipe) {
  if (!campaign_ || !campaign_->has_samples) {
    waiting_recipe_ = recipe;
    if (campaign_ || !directory_.isEmpty()) return;
    waiting_recipe_.reset();
    emit status_message(tr("Open a campaign first, then apply the recipe."));
    return;
  }
  if (recipe.view != "timeline" && recipe.view != "sequence") filter_->set_cases(recipe.cases);
  try {
    if (recipe.view != "timeline" && recipe.view != "sequence") {
      if (picture_kind(recipe.view).of_repetition)
        pictures_->set_repetition(recipe_repetition(campaign_->results(), recipe));
      pictures_->set_recipe(recipe);
      return tabs_->setCurrentIndex(kPictures);
    }
    const RepetitionRef at = recipe_repetition(campaign_->results(), recipe);
    tabs_->setCurrentIndex(kRepetition);
    repetition_->open(directory_, at.case_name, at.number, recipe);
  } catch (const Error& e) {
    banner_->show_text(QString::fromUtf8(e.what()));
  }
}

void ResultsPage::save_state(QSettings& settings) const {
  settings.setValue("results/campaign", directory_);
  settings.setValue("results/main", main_->saveState());
  settings.setValue("results/side", side_->saveState());
  settings.setValue("results/tab", tabs_->currentIndex());
}

void ResultsPage::restore_state(QSettings& settings) {
  main_->restoreState(settings.value("results/main").toByteArray());
  side_->restoreState(settings.value("results/side").toByteArray());
  tabs_->setCurrentIndex(settings.value("results/tab", 0).toInt());
  const QString last = settings.value("results/campaign").toString();
  if (!last.isEmpty() && QFileInfo::exists(last)) open_campaign(last);
}

void ResultsPage::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (urls.size() == 1 && QFileInfo(urls[0].toLocalFile()).isDir()) event->acceptProposedAction();
}

void ResultsPage::dropEvent(QDropEvent* event) {
  open_campaign(event->mimeData()->urls().value(0).toLocalFile());
}

void ResultsPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  scan_->scan_now();
  if (!directory_.isEmpty()) watch_.start(0);
}

void ResultsPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  watch_.stop();
}

}  // namespace seawind::gui
