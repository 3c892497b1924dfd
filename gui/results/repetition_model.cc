// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/repetition_model.h"

#include "common/units.h"

namespace seawind::gui {
namespace {

QString word(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

double seconds(const RepetitionRow& r) {
  return static_cast<double>(r.ended_unix_ns - r.started_unix_ns) / 1e9;
}

QString started(const RepetitionRow& r) {
  if (r.started_unix_ns == 0) return {};
  return QDateTime::fromMSecsSinceEpoch(r.started_unix_ns / 1'000'000)
      .toString("yyyy-MM-dd HH:mm:ss");
}

TableColumn<RepetitionRow> lateness(const QString& title,
                                    std::optional<std::int64_t> RepetitionRow::*ns) {
  return {
      title,
      [ns](const RepetitionRow& r) { return r.*ns ? word(short_duration(*(r.*ns))) : QString(); },
      Qt::AlignRight, [ns](const RepetitionRow& r) { return qlonglong{(r.*ns).value_or(-1)}; }};
}

}  // namespace

RepetitionModel::RepetitionModel(QObject* parent)
    : RowTable({{tr("Case"), [](const RepetitionRow& r) { return word(r.of->name); }, Qt::AlignLeft,
                 &RepetitionRow::case_id},
                {tr("Repetition"), &RepetitionRow::number, Qt::AlignRight},
                {tr("State"), [](const RepetitionRow& r) { return word(to_string(r.state)); }},
                {tr("Verdict"),
                 [](const RepetitionRow& r) {
                   return r.verdict ? word(to_string(*r.verdict)) : QString();
                 }},
                lateness(tr("Lateness p99.9"), &RepetitionRow::lateness_p999_ns),
                lateness(tr("Largest"), &RepetitionRow::lateness_max_ns),
                {tr("Attempts"), &RepetitionRow::attempts, Qt::AlignRight},
                {tr("Started"), started, Qt::AlignRight,
                 [](const RepetitionRow& r) { return qlonglong{r.started_unix_ns}; }},
                {tr("Took"),
                 [](const RepetitionRow& r) {
                   return r.started_unix_ns == 0 ? QString()
                                                 : QString::number(seconds(r), 'f', 1) + " s";
                 },
                 Qt::AlignRight, seconds},
                {tr("Seed"), [](const RepetitionRow& r) { return QString::number(r.seed); },
                 Qt::AlignRight, [](const RepetitionRow& r) { return qulonglong{r.seed}; }},
                {tr("Reason"), [](const RepetitionRow& r) { return word(r.reason); }}},
               parent) {}

void RepetitionModel::set_campaign(CampaignPtr campaign) {
  static const CaseResults kNone;
  const bool same = campaign_ && campaign && campaign_->directory == campaign->directory;
  QList<RepetitionRow> rows;
  if (campaign)
    for (const RepetitionOverview& one : campaign->repetitions) {
      const CaseResults* of = campaign->find_case(one.case_id);
      rows.append({one, of == nullptr ? &kNone : of});
    }
  if (same)
    replace_rows(std::move(rows));
  else
    reset_rows(std::move(rows));
  campaign_ = std::move(campaign);
}

int RepetitionModel::row_of(const std::string& case_name, int number) const {
  for (int row = 0; row < rowCount(); ++row)
    if (at(row).number == number && case_at(row).name == case_name) return row;
  return -1;
}

QVariant RepetitionModel::cell(const RepetitionRow& row, int /*column*/, int role) const {
  return role == Qt::ToolTipRole && !row.reason.empty() ? word(row.reason) : QVariant();
}

void RepetitionFilter::set_cases(const CaseExpression& cases) {
  if (cases == cases_) return;
  cases_ = cases;
  invalidateFilter();
}

void RepetitionFilter::set_state(const QString& state) {
  state_ = state;
  invalidateFilter();
}

void RepetitionFilter::set_verdict(const QString& verdict) {
  verdict_ = verdict;
  invalidateFilter();
}

bool RepetitionFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const auto* model = qobject_cast<const RepetitionModel*>(sourceModel());
  if (model == nullptr || parent.isValid()) return false;
  const RepetitionOverview& r = model->at(row);
  if (!state_.isEmpty() && state_ != word(to_string(r.state))) return false;
  if (!verdict_.isEmpty() && (!r.verdict || verdict_ != word(to_string(*r.verdict)))) return false;
  return meets(model->case_at(row), cases_, r.reason);
}

}  // namespace seawind::gui
