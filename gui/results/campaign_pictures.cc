// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/campaign_pictures.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "common/error.h"
#include "controller/report/named.h"
#include "controller/store/read_plan.h"
#include "gui/layouts.h"
#include "gui/results/compare_tables.h"

namespace seawind::gui {
namespace {

constexpr int kLeastWidth = 500;  // pixels of a picture; a narrower view scrolls or shrinks it
constexpr int kRedrawMs = 300;    // ms after the last change of the size or the filter
const QString kBrowse = "browse";

QComboBox* narrow_box(int characters) {
  auto* box = new QComboBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(characters);
  return box;
}

QComboBox* metric_box() {
  QComboBox* box = narrow_box(16);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->completer()->setFilterMode(Qt::MatchContains);
  box->completer()->setCompletionMode(QCompleter::PopupCompletion);
  return box;
}

/// Whether the file contains published values. Its folder also contains test sets, which have none.
bool has_published_values(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) && in.readAll().contains("\nvalues:");
}

/// The metrics of reports, and `key`.
std::vector<ReportMetric> compared_metrics(const ReportModel& report, const MetricKey& key) {
  std::vector<ReportMetric> out = report.headline.workload;
  out.insert(out.end(), report.headline.flows.begin(), report.headline.flows.end());
  const bool known = std::any_of(out.begin(), out.end(), [&](const ReportMetric& m) {
    return MetricKey(m.flow, m.metric) == key;
  });
  if (!known) out.push_back({key.first, key.second, key.second, {}, 1, -1});
  return out;
}

}  // namespace

struct CampaignPictures::Drawn {
  RenderedPicture picture;
  QString name;
  QString note;
  QStringList titles;
  std::vector<Row> rows;
};

namespace {

/// Why repetitions of one number had other conditions in `other`, as a sentence; else empty.
QString different_conditions(const CampaignData& campaign, const QString& target,
                             const CampaignResults& other) {
  QString why;
  try {
    why = QString::fromStdString(different_repetitions(campaign.results(),
                                                       read_plan(to_path(campaign.directory)),
                                                       other, read_plan(to_path(target))));
  } catch (const Error& error) {  // the figures can be compared without the plans
    why = QString::fromUtf8(error.what());
  }
  return why.isEmpty() ? why : why.left(1).toUpper() + why.mid(1) + ". ";
}

/// Compares all metrics of reports and that of the recipe. Writes remarks to `note`.
std::vector<PairedRow> compare_pairs(const CampaignData& campaign, const Recipe& recipe,
                                     double confidence, const QString& target, QString& note,
                                     const Task::Report& report) {
  const auto metrics = compared_metrics(campaign.report, parse_metric(recipe.metric));
  std::vector<MetricKey> keys;
  for (const ReportMetric& m : metrics) keys.emplace_back(m.flow, m.metric);
  const auto progress = [&](int done, int all) {
    report(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(all));
  };
  const CampaignResults& results = campaign.results();
  std::vector<PairedRow> rows;
  const bool is_campaign = target.startsWith('/');
  if (target.isEmpty()) {
    const auto answers = find_answers(results, metrics, confidence, progress).answers;
    rows.assign(answers.begin(), answers.end());
  } else if (is_campaign) {
    const CampaignResults other = load_results(to_path(target), progress);
    rows = compare_campaigns(results, other, " of " + QFileInfo(target).fileName().toStdString(),
                             keys, confidence, progress);
    note = different_conditions(campaign, target, other);
  } else {
    rows = compare_with_case(results, named_case(results, target.toStdString()), keys, confidence,
                             progress);
  }
  std::set<std::string> selected;
  for (const std::size_t i : select_cases(results, recipe.cases))
    selected.insert(results.cases[i].name);
  std::erase_if(rows, [&](const PairedRow& row) {
    return !selected.contains(is_campaign ? row.case_a : row.case_b);
  });
  if (rows.empty())
    throw Error(
        CampaignPictures::tr("no two cases have a metric in two common repetitions").toStdString());
  const auto decided = std::count_if(rows.begin(), rows.end(),
                                     [](const PairedRow& row) { return row.result.decided(); });
  note += CampaignPictures::tr(
              "%1 of %2 differences are decided: their %3 % interval does not "
              "contain 0.")
              .arg(decided)
              .arg(rows.size())
              .arg(100 * confidence);
  return rows;
}

QString agreement_note(const std::vector<Comparison>& comparisons) {
  QStringList said;
  for (const char code : {'A', 'B', 'C'}) {
    const Tally t = tally(comparisons, code);
    if (t.within + t.outside > 0)
      said << CampaignPictures::tr("%1: %2 of %3 agree")
                  .arg(code)
                  .arg(t.within)
                  .arg(t.within + t.outside);
  }
  return said.join("   ");
}

}  // namespace

CampaignPictures::CampaignPictures(Places places, QWidget* parent)
    : QWidget(parent),
      places_(std::move(places)),
      kind_(narrow_box(16)),
      metric_(metric_box()),
      against_(metric_box()),
      target_(narrow_box(14)),
      against_label_(label_of(against_, tr("&over"))),
      target_label_(label_of(target_, tr("&with"))),
      confidence_(new QDoubleSpinBox),
      log_x_(new QCheckBox(tr("log &x"))),
      log_y_(new QCheckBox(tr("log &y"))),
      note_(new Note(Note::Look::kPlain, tr("Verdict"))),
      picture_(new PictureView),
      table_(nullptr) {
  const std::pair<QString, const char*> kinds[] = {
      {tr("Differences between cases"), "answer"},
      {tr("Box plots by case"), "boxes"},
      {tr("Cumulative distributions"), "cdf"},
      {tr("Over the time of the campaign"), "time"},
      {tr("Over the start of the competitor"), "starts"},
      {tr("One metric over another"), "versus"},
      {tr("Published values"), "published"},
      {tr("Release lateness"), "lateness"},
      {tr("Release lateness over time"), "lateness-over-time"},
      {tr("Delays of the open repetition"), "delay"},
      {tr("Delay variation of the open repetition"), "ipdv"}};
  for (const auto& [text, kind] : kinds) kind_->addItem(text, kind);
  confidence_->setRange(50, 99.99);
  confidence_->setValue(100 * kAnswerConfidence);
  confidence_->setSuffix(tr(" %"));
  confidence_->setAccessibleName(tr("Confidence of the intervals"));
  confidence_->setToolTip(tr("Confidence of the intervals"));
  confidence_->setKeyboardTracking(false);
  proxy_.setSourceModel(&model_);
  proxy_.setSortRole(RowsModel::kSortRole);
  table_ = make_sorted_table(proxy_, tr("Numbers of the comparison"));
  task_.show_as(tr("Drawing"));
  make_column(this, {make_row({label_of(kind_, tr("&Picture")), kind_,
                               label_of(metric_, tr("&Metric")), metric_, log_x_, log_y_, kRoom}),
                     make_row({picture_->tool_bar(), against_label_, against_, target_label_,
                               target_, confidence_, kRoom}),
                     note_,
                     {make_splitter(Qt::Vertical, {{picture_, 3}, {table_, 1}}, {600, 200}), 1}});
  draw_timer_.setSingleShot(true);
  draw_timer_.setInterval(kRedrawMs);
  connect(&draw_timer_, &QTimer::timeout, this, &CampaignPictures::draw);
  for (QComboBox* one : {kind_, metric_, against_, target_})
    connect(one, &QComboBox::currentIndexChanged, this, &CampaignPictures::read_controls);
  for (QCheckBox* one : {log_x_, log_y_})
    connect(one, &QCheckBox::toggled, this, &CampaignPictures::read_controls);
  connect(confidence_, &QDoubleSpinBox::valueChanged, this, &CampaignPictures::read_controls);
  connect(picture_, &PictureView::point_activated, this, &CampaignPictures::repetition_requested);
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
    if (recipe_.view == "answer")
      set_metric(proxy_.index(index.row(), kPairedMetricColumn).data().toString().toStdString());
  });
  connect(&task_, &Task::failed, this, [this](const QString& error) {
    show_drawn({{}, {}, error, {}, {}});
  });
  fill_targets();
  show_controls();
}

void CampaignPictures::set_campaign(CampaignPtr campaign) {
  const bool same = campaign_ && campaign && campaign_->directory == campaign->directory;
  campaign_ = std::move(campaign);
  if (!same) {
    recipe_.x.from = recipe_.x.to = recipe_.y.from = recipe_.y.to = std::nullopt;
    repetition_.reset();
  }
  fill_metrics();
  fill_targets();
  draw();
}

void CampaignPictures::set_campaigns(const QStringList& directories) {
  if (directories == campaigns_) return;
  campaigns_ = directories;
  fill_targets();
}

void CampaignPictures::set_cases(const CaseExpression& cases) {
  if (cases == recipe_.cases) return;
  recipe_.cases = cases;
  draw_timer_.start();
}

void CampaignPictures::set_repetition(const std::optional<RepetitionRef>& repetition) {
  repetition_ = repetition;
  if (picture_kind(recipe_.view).of_repetition) draw();
}

void CampaignPictures::set_recipe(const Recipe& recipe) {
  const std::string against = recipe.against.empty() ? recipe_.against : recipe.against;
  recipe_ = recipe;
  recipe_.against = against;
  fill_targets();
  show_controls();
  draw();
}

void CampaignPictures::set_metric(const std::string& metric) {
  Recipe wanted = recipe_;
  wanted.metric = metric;
  wanted.y = {};
  if (!picture_kind(wanted.view).has_metric) wanted.view = "boxes";
  set_recipe(wanted);
}

void CampaignPictures::compare_with(const QString& target) {
  filling_ = true;
  if (target_->findData(target) < 0)
    target_->insertItem(target_->count() - 1, QFileInfo(target).fileName(), target);
  target_->setCurrentIndex(target_->findData(target));
  filling_ = false;
  draw();
}

Recipe CampaignPictures::recipe() const {
  Recipe out = recipe_;
  if (out.view != "versus") out.against.clear();
  return out;
}

void CampaignPictures::fill_metrics() {
  std::set<MetricKey> all;
  if (campaign_)
    for (const auto& c : campaign_->results().cases)
      for (const auto& [key, values] : c.samples) all.insert(key);
  filling_ = true;
  for (QComboBox* box : {metric_, against_}) {
    box->clear();
    // The metrics of reports come first, with their titles; all others follow, sorted by name.
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
  if (!all.empty() && (recipe_.against.empty() || !all.contains(parse_metric(recipe_.against)))) {
    const auto delay = std::find_if(
        all.begin(), all.end(), [](const MetricKey& key) { return key.second == "delay_median"; });
    recipe_.against = metric_text(delay == all.end() ? *all.begin() : *delay);
  }
  filling_ = false;
  show_controls();
}

/// Offers the targets of the comparison. `answer`: none (the base of the report), cases and
/// campaigns; `published`: files.
void CampaignPictures::fill_targets() {
  const bool published = recipe_.view == "published";
  const QString before = target_->currentData().toString();
  filling_ = true;
  target_->clear();
  if (published) {
    const QDir folder(places_.configs + "/testsets/reference");
    for (const QString& name : folder.entryList({"*.yaml"}, QDir::Files, QDir::Name))
      if (has_published_values(folder.filePath(name)))
        target_->addItem(name.chopped(5), folder.filePath(name));
    target_->setCurrentIndex(std::max(0, target_->findText("reference")));
  } else {
    target_->addItem(tr("the first case alike"), QString());
    target_->setItemData(0, tr("The first case that differs in one axis only, as in the report"),
                         Qt::ToolTipRole);
    if (campaign_)
      for (const auto& c : campaign_->results().cases)
        target_->addItem(QString::fromStdString(c.name), QString::fromStdString(c.name));
    for (const QString& directory : campaigns_) {
      if (campaign_ && directory == campaign_->directory) continue;
      target_->addItem(tr("campaign %1").arg(QFileInfo(directory).fileName()), directory);
      target_->setItemData(target_->count() - 1, directory, Qt::ToolTipRole);
    }
  }
  target_->addItem(published ? tr("a file…") : tr("another campaign…"), kBrowse);
  const bool itself = campaign_ && before == campaign_->directory;
  if (before.startsWith('/') && target_->findData(before) < 0 && !itself &&
      QFileInfo(before).isDir() != published)
    target_->insertItem(target_->count() - 1, QFileInfo(before).fileName(), before);
  if (const int index = target_->findData(before); index >= 0 && before != kBrowse)
    target_->setCurrentIndex(index);
  filling_ = false;
}

void CampaignPictures::choose(QComboBox& box, const QString& metric) {
  int index = box.findData(metric);
  if (index < 0 &&
      !metric.isEmpty()) {  // the recipe names a metric that this campaign does not have
    box.addItem(metric, metric);
    index = box.count() - 1;
  }
  box.setCurrentIndex(index);
  if (box.lineEdit() != nullptr) box.lineEdit()->setCursorPosition(0);
}

void CampaignPictures::show_controls() {
  const PictureKind& kind = picture_kind(recipe_.view);
  filling_ = true;
  kind_->setCurrentIndex(kind_->findData(QString::fromStdString(recipe_.view)));
  choose(*metric_, QString::fromStdString(recipe_.metric));
  choose(*against_, QString::fromStdString(recipe_.against));
  log_x_->setChecked(recipe_.x.logarithmic);
  log_y_->setChecked(recipe_.y.logarithmic);
  filling_ = false;
  const bool answer = recipe_.view == "answer";
  metric_->setEnabled(kind.has_metric);
  for (QWidget* one : std::initializer_list<QWidget*>{against_, against_label_})
    one->setVisible(recipe_.view == "versus");
  for (QWidget* one : std::initializer_list<QWidget*>{target_, target_label_})
    one->setVisible(answer || recipe_.view == "published");
  confidence_->setVisible(answer);
  log_x_->setVisible(kind.has_x);
  log_y_->setVisible(kind.has_y);
}

void CampaignPictures::browse() {
  const bool published = recipe_.view == "published";
  const QString chosen =
      published
          ? QFileDialog::getOpenFileName(this, tr("Published values"),
                                         places_.configs + "/testsets/reference",
                                         tr("Published values (*.yaml)"))
          : QFileDialog::getExistingDirectory(this, tr("Another campaign"), places_.campaigns);
  filling_ = true;
  target_->setCurrentIndex(0);
  filling_ = false;
  if (chosen.isEmpty())
    draw();
  else
    compare_with(chosen);
}

void CampaignPictures::read_controls() {
  if (filling_) return;
  if (target_->currentData() == kBrowse) return browse();
  Recipe wanted = recipe_;
  wanted.view = kind_->currentData().toString().toStdString();
  if (metric_->currentIndex() >= 0) wanted.metric = metric_->currentData().toString().toStdString();
  if (against_->currentIndex() >= 0)
    wanted.against = against_->currentData().toString().toStdString();
  // A different picture starts with the full range.
  wanted.x = {.from = {}, .to = {}, .logarithmic = log_x_->isChecked()};
  wanted.y = {.from = {}, .to = {}, .logarithmic = log_y_->isChecked()};
  const bool other_targets = wanted.view != recipe_.view;
  recipe_ = wanted;
  if (other_targets) fill_targets();
  show_controls();
  draw();
}

void CampaignPictures::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (stale_) draw();
}

void CampaignPictures::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width() && !stale_) draw_timer_.start();
}

void CampaignPictures::draw() {
  draw_timer_.stop();
  stale_ = true;
  if (!campaign_ || !campaign_->has_samples) {
    task_.cancel();
    return show_drawn({});
  }
  if (!isVisible()) return;
  stale_ = false;
  PictureRequest wanted{.recipe = recipe(), .repetition = repetition_};
  wanted.confidence = confidence_->value() / 100;
  const QString target = target_->currentData().toString();
  if (wanted.recipe.view == "published") wanted.reference = to_path(target);
  task_.start([this, shown = campaign_, request = wanted, target,
               width = std::max(kLeastWidth, picture_->room())](const Task::Report& report) {
    const CampaignData& campaign = *shown;
    const Recipe& recipe = request.recipe;
    Drawn out;
    out.name = QString::fromStdString(recipe.view + "-" + recipe.metric).replace('/', '-');
    nlohmann::ordered_json described;
    if (recipe.view == "published") {
      const auto comparisons = compare(load_reference(request.reference), campaign.results().cases);
      if (comparisons.empty())
        throw Error(tr("no published value belongs to a case of this campaign").toStdString());
      out.note = agreement_note(comparisons);
      out.titles = published_titles();
      out.rows = published_table(comparisons);
    } else if (recipe.view == "answer") {
      const auto pairs =
          compare_pairs(campaign, recipe, request.confidence, target, out.note, report);
      out.titles = paired_titles();
      out.rows = paired_table(pairs);
      if (!target.isEmpty())
        described["pictures"] = nlohmann::ordered_json::array(
            {interval_picture(pairs, parse_metric(recipe.metric), request.confidence)});
    }
    if (described.is_null())
      described = describe_picture(to_path(campaign.directory), campaign.report, request);
    described["width"] = width;
    described["points"] = true;
    report(0, 1);  // throws when another picture is requested
    const QTemporaryDir folder;
    std::optional<RenderedPicture> drawn;
    if (!described["pictures"].at(0).is_null())
      drawn = render_pictures(to_path(folder.path()), "picture", described).at(0);
    if (!drawn) throw Error(tr("no case shown has values for this picture").toStdString());
    out.picture = std::move(*drawn);
    return [this, out] { show_drawn(out); };
  });
}

void CampaignPictures::show_drawn(Drawn drawn) {
  note_->show_text(drawn.note);
  picture_->show_picture(std::move(drawn.picture), drawn.name);
  table_->setVisible(!drawn.rows.empty());
  model_.set_rows(drawn.titles, drawn.rows);
  table_->resizeColumnsToContents();
}

}  // namespace seawind::gui
