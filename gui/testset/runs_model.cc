// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/runs_model.h"

#include "common/units.h"
#include "controller/testset/plan.h"

namespace seawind::gui {
namespace {

QString shown_time(std::int64_t ns) {
  return QString::fromStdString(format_quantity(static_cast<double>(ns), DURATION));
}

QString start_words(const Flow& flow) {
  if (!flow.has_start_spread()) return shown_time(flow.start());
  const StartSpread& spread = flow.start_spread();
  const QString window =
      RunsModel::tr("%1 to %2").arg(shown_time(spread.from()), shown_time(spread.to()));
  return spread.rule() == StartSpread::UNIFORM ? RunsModel::tr("%1, drawn").arg(window)
                                               : RunsModel::tr("%1, evenly").arg(window);
}

}  // namespace

RunsModel::RunsModel(Planner& planner, QObject* parent)
    : QAbstractTableModel(parent), planned_(planner.planned()) {
  connect(&planner, &Planner::changed, this, [this, &planner] {
    beginResetModel();
    planned_ = planner.planned();
    rows_ = 0;
    if (planned_->plan)
      rows_ = static_cast<int>(std::min<std::int64_t>(
          planned_->plan->cases_size() * planned_->plan->test_set().repetitions(), kMaxRows));
    endResetModel();
  });
}

int RunsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : rows_;
}

int RunsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || role != Qt::DisplayRole) return {};
  const Plan& plan = *planned_->plan;
  const int cases = plan.cases_size();
  const int number = index.row() / cases;
  const Case& test_case = plan.cases(index.row() % cases);
  switch (index.column()) {
    case kNumber:
      return index.row() + 1;
    case kRepetition:
      return number;
    case kCase:
      return QString::fromStdString(test_case.id());
    default:
      break;
  }
  const RepetitionPlan repetition = plan_repetition(plan, test_case, number);
  if (index.column() == kSeed) return QString::number(repetition.seed);
  QStringList starts;
  for (int i = 0; i < test_case.workload().flows_size(); ++i) {
    const auto& start = repetition.starts[static_cast<std::size_t>(i)];
    if (test_case.workload().flows(i).has_start_spread())
      starts.append(QString::fromStdString(start.flow) + ' ' +
                    QString::number(start.at.in_seconds(), 'f', 3) + "s");
  }
  return starts.join(", ");
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || role != Qt::DisplayRole) return {};
  return QStringList{tr("Run"), tr("Repetition"), tr("Case"), tr("Seed"), tr("Spread starts")}
      .value(section);
}

StartsModel::StartsModel(Planner& planner, QObject* parent)
    : RowTable({{tr("Workload"), &StartRow::workload},
                {tr("Flow"), &StartRow::flow},
                {tr("Traffic"), &StartRow::traffic},
                {tr("Starts"), &StartRow::start}},
               parent) {
  connect(&planner, &Planner::changed, this, [this, &planner] { follow(planner); });
  follow(planner);
}

void StartsModel::follow(Planner& planner) {
  QList<StartRow> rows;
  QSet<QString> seen;
  if (const auto& plan = planner.planned()->plan) {
    for (const Case& test_case : plan->cases()) {
      const QString workload = QString::fromStdString(test_case.axes().at("workload"));
      if (seen.contains(workload)) continue;
      seen.insert(workload);
      for (const Flow& flow : test_case.workload().flows()) {
        const auto* kind = flow.GetReflection()->GetOneofFieldDescriptor(
            flow, flow.GetDescriptor()->FindOneofByName("generator"));
        rows.push_back({workload, QString::fromStdString(flow.name()),
                        kind == nullptr ? QString() : QString::fromStdString(kind->name()),
                        start_words(flow)});
      }
    }
  }
  if (rows != rows_) reset_rows(std::move(rows));
}

QVariant StartsModel::cell(const StartRow& row, int /*column*/, int role) const {
  if (role == kWorkloadName) return row.workload;
  if (role == Qt::ToolTipRole) return tr("Press Enter or double-click to edit the workload.");
  return {};
}

}  // namespace seawind::gui
