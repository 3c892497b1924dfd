// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/repetition_model.h"

#include <QDateTime>
#include <QLocale>

#include "common/units.h"

namespace seawind::gui {
namespace {

QString word(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

double seconds(const RepetitionOverview& r) {
  return static_cast<double>(r.ended_unix_ns - r.started_unix_ns) / 1e9;
}

}  // namespace

void RepetitionModel::set_campaign(CampaignPtr campaign) {
  const bool same = campaign_ && campaign && campaign_->directory == campaign->directory &&
                    campaign_->repetitions.size() == campaign->repetitions.size();
  if (!same) beginResetModel();
  campaign_ = std::move(campaign);
  cases_.clear();
  if (campaign_)
    for (const auto& c : campaign_->results().cases) cases_[c.id] = &c;
  if (!same)
    endResetModel();
  else if (rowCount() > 0)
    emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int RepetitionModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !campaign_ ? 0 : static_cast<int>(campaign_->repetitions.size());
}

int RepetitionModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

const CaseResults& RepetitionModel::case_at(int row) const {
  static const CaseResults kNone;
  const auto found = cases_.find(at(row).case_id);
  return found == cases_.end() ? kNone : *found->second;
}

int RepetitionModel::row_of(const std::string& case_name, int number) const {
  for (int row = 0; row < rowCount(); ++row)
    if (at(row).number == number && case_at(row).name == case_name) return row;
  return -1;
}

QVariant RepetitionModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const RepetitionOverview& r = at(index.row());
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return column == kCase ? QVariant(QString::fromStdString(case_at(index.row()).name))
                             : text(r, column);
    case kSortRole:
      return column == kCase ? QVariant(r.case_id) : sort_key(r, column);
    case Qt::TextAlignmentRole:
      return column == kCase || column == kReason || column == kState || column == kVerdict
                 ? QVariant(static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter))
                 : QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::ToolTipRole:
      return r.reason.empty() ? QVariant() : QVariant(QString::fromStdString(r.reason));
    default:
      return {};
  }
}

QVariant RepetitionModel::text(const RepetitionOverview& r, int column) const {
  const auto lateness = [](const std::optional<std::int64_t>& ns) {
    return ns ? QString::fromStdString(short_duration(*ns)) : QString();
  };
  switch (column) {
    case kNumber:
      return r.number;
    case kState:
      return word(to_string(r.state));
    case kVerdict:
      return r.verdict ? word(to_string(*r.verdict)) : QString();
    case kReason:
      return QString::fromStdString(r.reason);
    case kAttempts:
      return r.attempts;
    case kLateness:
      return lateness(r.lateness_p999_ns);
    case kLargest:
      return lateness(r.lateness_max_ns);
    case kStarted:
      return r.started_unix_ns == 0 ? QString()
                                    : QDateTime::fromMSecsSinceEpoch(r.started_unix_ns / 1'000'000)
                                          .toString("yyyy-MM-dd HH:mm:ss");
    case kDuration:
      return r.started_unix_ns == 0 ? QString() : QString::number(seconds(r), 'f', 1) + " s";
    case kSeed:
      return QString::number(r.seed);
    default:
      return {};
  }
}

QVariant RepetitionModel::sort_key(const RepetitionOverview& r, int column) const {
  switch (column) {
    case kLateness:
      return qlonglong{r.lateness_p999_ns.value_or(-1)};
    case kLargest:
      return qlonglong{r.lateness_max_ns.value_or(-1)};
    case kStarted:
      return qlonglong{r.started_unix_ns};
    case kDuration:
      return seconds(r);
    case kSeed:
      return qulonglong{r.seed};
    default:
      return text(r, column);
  }
}

QVariant RepetitionModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  switch (section) {
    case kCase:
      return tr("Case");
    case kNumber:
      return tr("Repetition");
    case kState:
      return tr("State");
    case kVerdict:
      return tr("Verdict");
    case kReason:
      return tr("Reason");
    case kAttempts:
      return tr("Attempts");
    case kLateness:
      return tr("Lateness p99.9");
    case kLargest:
      return tr("Largest");
    case kStarted:
      return tr("Started");
    case kDuration:
      return tr("Took");
    case kSeed:
      return tr("Seed");
    default:
      return {};
  }
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
