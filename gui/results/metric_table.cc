// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/metric_table.h"

#include <set>

#include "gui/layouts.h"

namespace seawind::gui {

QStringList statistics_titles() {
  return {MetricTable::tr("Case"),    MetricTable::tr("Metric"),
          MetricTable::tr("Unit"),    MetricTable::tr("n"),
          MetricTable::tr("Minimum"), MetricTable::tr("Lower quartile"),
          MetricTable::tr("Median"),  MetricTable::tr("Upper quartile"),
          MetricTable::tr("Maximum"), MetricTable::tr("Mean")};
}

std::vector<Row> statistics_rows(const CampaignData& campaign, const CaseExpression& cases,
                                 bool all) {
  const CampaignResults& results = campaign.results();
  std::set<MetricKey> known;
  for (const MetricKey& key : campaign.report.headline.keys()) known.insert(key);
  std::vector<Row> out;
  for (const std::size_t i : select_cases(results, cases)) {
    const CaseResults& c = results.cases[i];
    for (const auto& [key, values] : c.samples) {
      if (!all && !known.contains(key)) continue;
      const Statistics s = summarize(values);
      const auto unit = c.units.find(key);
      Row row{{QString::fromStdString(c.name)},
              {QString::fromStdString(metric_text(key))},
              {unit == c.units.end() ? QString() : QString::fromStdString(unit->second)},
              {QString::number(s.count), static_cast<double>(s.count)}};
      for (const double value : {s.min, s.q1, s.median, s.q3, s.max, s.mean})
        row.push_back(number_cell(value));
      row[6].strong = true;
      out.push_back(std::move(row));
    }
  }
  return out;
}

MetricTable::MetricTable(QWidget* parent)
    : QWidget(parent),
      filter_(new QLineEdit),
      all_(new QCheckBox(tr("a&ll metrics"))),
      table_(nullptr) {
  proxy_.setSourceModel(&model_);
  proxy_.setSortRole(RowsModel::kSortRole);
  proxy_.setFilterKeyColumn(1);
  proxy_.setFilterCaseSensitivity(Qt::CaseInsensitive);
  table_ = make_sorted_table(proxy_, tr("Statistics of metrics by case"));
  filter_->setPlaceholderText(tr("Filter by metric"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Filter by metric"));
  make_column(this, {make_row({{filter_, 1}, all_}), {table_, 1}});
  connect(filter_, &QLineEdit::textChanged, &proxy_, &QSortFilterProxyModel::setFilterFixedString);
  connect(all_, &QCheckBox::toggled, this, &MetricTable::refresh);
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
    emit metric_requested(proxy_.index(index.row(), 1).data().toString());
  });
}

void MetricTable::set_campaign(CampaignPtr campaign) {
  campaign_ = std::move(campaign);
  refresh();
}

void MetricTable::set_cases(const CaseExpression& cases) {
  if (cases == cases_) return;
  cases_ = cases;
  refresh();
}

void MetricTable::refresh() {
  task_.start(
      [this, campaign = campaign_, cases = cases_, all = all_->isChecked()](const Task::Report&) {
        auto rows = campaign ? statistics_rows(*campaign, cases, all) : std::vector<Row>{};
        return [this, rows = std::move(rows)] {
          const bool first = model_.columnCount() == 0;
          model_.set_rows(statistics_titles(), rows);
          if (first || !rows.empty()) table_->resizeColumnsToContents();
        };
      });
}

}  // namespace seawind::gui
