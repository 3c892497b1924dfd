// SPDX-License-Identifier: GPL-3.0-or-later
// Creates the widgets and actions of ResultsPage.

#include "gui/layouts.h"
#include "gui/plain_text.h"
#include "gui/results/export_dialog.h"
#include "gui/results/results_page.h"

namespace seawind::gui {

void ResultsPage::build() {
  campaigns_view_ = new QListView;
  campaigns_view_->setModel(&campaigns_);
  campaigns_view_->setModelColumn(CampaignsModel::kBoth);
  campaigns_view_->setAccessibleName(tr("Campaigns"));
  campaigns_view_->setUniformItemSizes(true);
  campaigns_view_->setAlternatingRowColors(true);
  filter_ = new FilterPanel;
  side_ = make_splitter(
      Qt::Vertical,
      {column_widget({label_of(campaigns_view_, tr("C&ampaigns")), campaigns_view_}), filter_});
  banner_ = new Note(Note::Look::kFramed, tr("What is wrong with this campaign"));
  banner_->setMargin(6);
  head_ = make_rich_label(tr("Choose a campaign on the left, or open one from a folder (Ctrl+O)."));
  head_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  loading_.show_as(tr("Reading the campaign"));
  recipes_ = new RecipeMenu(
      places_.own + "/recipes", [this] { return recipe(); }, this);
  auto* recipes_button = new QToolButton;
  recipes_button->setText(recipes_->title());
  recipes_button->setMenu(recipes_);
  recipes_button->setPopupMode(QToolButton::InstantPopup);
  recipes_button->setFocusPolicy(Qt::StrongFocus);
  recipes_button->setToolTip(tr("Save what is shown as an analysis, or apply one"));
  summary_ = new QTextBrowser;
  summary_->setOpenExternalLinks(false);
  summary_->setAccessibleName(tr("Summary of the campaign"));
  figures_ = new MetricTable;
  pictures_ = new CampaignPictures(places_);
  shown_.setSourceModel(&repetitions_);
  shown_.setSortRole(RepetitionModel::kSortRole);
  table_ = make_sorted_table(shown_, tr("Repetitions"));
  table_->setColumnWidth(RepetitionModel::kCase, 260);
  table_->setColumnWidth(RepetitionModel::kStarted, 160);
  table_->setColumnWidth(RepetitionModel::kLateness, 120);
  table_->setColumnWidth(RepetitionModel::kSeed, 180);
  count_ = new QLabel;
  repetition_ = new RepetitionView;
  tabs_ = new QTabWidget;
  tabs_->setAccessibleName(tr("Views"));
  tabs_->setDocumentMode(true);
  tabs_->addTab(summary_, tr("&Summary"));
  tabs_->addTab(figures_, tr("Fi&gures"));
  tabs_->addTab(pictures_, tr("Pic&tures"));
  tabs_->addTab(column_widget({count_, {table_, 1}}), tr("R&epetitions"));
  tabs_->addTab(repetition_, tr("Repetitio&n"));

  auto* right = column_widget({make_row({{head_, 1}, recipes_button}), banner_, {tabs_, 1}});
  main_ = make_splitter(Qt::Horizontal, {side_, {right, 1}}, {240, 900});
  add_items(new QHBoxLayout(this), {main_});
}

void ResultsPage::make_actions() {
  add_action("open", tr("&Open campaign…"), tr("Open the folder of a campaign"), QKeySequence::Open,
             [this] { choose_campaign(); });
  add_action("read", tr("&Read again"), tr("Read the campaign and the list again"),
             QKeySequence::Refresh, [this] {
               scan_->scan_now();
               if (!directory_.isEmpty()) load();
             });
  add_action("export", tr("&Export…"), tr("Write captures, logs and tables for other programs"),
             Qt::CTRL | Qt::Key_E, [this] { export_files(); });
  add_action("page", tr("Open the pa&ge"),
             tr("Open the campaign's page, with pictures to explore, in the browser"),
             Qt::CTRL | Qt::SHIFT | Qt::Key_B, [this] { open_page(); });
  add_action("csv", tr("Save &table as CSV…"), tr("The table shown now, as shown"),
             Qt::CTRL | Qt::SHIFT | Qt::Key_T, [this] { save_table(); });
}

void ResultsPage::choose_campaign() {
  const QString chosen =
      QFileDialog::getExistingDirectory(this, tr("Open campaign"), places_.campaigns);
  if (!chosen.isEmpty()) open_campaign(chosen);
}

void ResultsPage::export_files() {
  if (!campaign_ || !campaign_->usable()) {
    emit status_message(tr("Open a campaign first."));
    return;
  }
  std::vector<std::string> cases;
  for (const std::size_t i : select_cases(campaign_->results(), filter_->cases()))
    cases.push_back(campaign_->results().cases[i].name);
  auto* dialog =
      new ExportDialog(directory_, cases, repetition_->case_name(), repetition_->number(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

QString ResultsPage::current_table(QString& name) const {
  switch (tabs_->currentIndex()) {
    case kRepetitions:
      name = "repetitions.csv";
      return to_csv(shown_, Qt::DisplayRole);
    case kPictures:
      if (pictures_->numbers().rowCount() == 0) break;
      name = "comparison.csv";
      return pictures_->csv();
    default:
      break;
  }
  name = "figures.csv";
  return figures_->csv();
}

void ResultsPage::save_table() {
  QString name;
  const QString text = current_table(name);
  const QString file = QFileDialog::getSaveFileName(this, tr("Save table as CSV"),
                                                    directory_ + '/' + name, tr("CSV (*.csv)"));
  if (file.isEmpty()) return;
  QString error;
  if (write_text(file, text, error))
    emit status_message(tr("Saved as %1").arg(file));
  else
    QMessageBox::warning(this, tr("Save table as CSV"), error);
}

void ResultsPage::open_page() {
  if (!campaign_ || !campaign_->usable()) {
    emit status_message(tr("Open a campaign first."));
    return;
  }
  opener_.open(directory_);
}

void ResultsPage::show_path(const QString& page, const QString& why) {
  auto* box = new QMessageBox(QMessageBox::Information, tr("Open the page"),
                              tr("%1 The page is\n%2").arg(why, page), QMessageBox::Close, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* copy = box->addButton(tr("Copy &path"), QMessageBox::ActionRole);
  connect(copy, &QAbstractButton::clicked, this,
          [page] { QApplication::clipboard()->setText(page); });
  box->open();
}

void ResultsPage::open_selected_repetition() {
  const QModelIndex now = table_->currentIndex();
  if (!now.isValid()) return;
  const int row = shown_.mapToSource(now).row();
  show_repetition(repetitions_.case_at(row).name, repetitions_.at(row).number);
}

}  // namespace seawind::gui
