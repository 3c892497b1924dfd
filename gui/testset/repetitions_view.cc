// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/repetitions_view.h"

#include "gui/document/undo_step.h"
#include "gui/form/schema_form.h"
#include "gui/plain_text.h"

namespace seawind::gui {
namespace {

/// A copy of the root without the keys that other views edit.
SchemaNode without(const SchemaNode& root, const QStringList& keys) {
  SchemaNode part = root;
  std::erase_if(part.children, [&](const SchemaNode* child) { return keys.contains(child->key); });
  return part;
}

QLabel* heading(const QString& text, QWidget* buddy) {
  auto* label = make_rich_label("<b>" + text.toHtmlEscaped() + "</b>");
  label->setBuddy(buddy);
  return label;
}

}  // namespace

RepetitionsView::RepetitionsView(YamlDocument& document, Checker& checker, Planner& planner,
                                 const SchemaNode& root, QWidget* parent)
    : QWidget(parent),
      document_(document),
      checker_(checker),
      planner_(planner),
      fixed_root_(without(root, {"matrix", "exclude", "timeline", "until"})),
      until_root_(without(root, {"matrix", "exclude", "timeline", "repetitions"})),
      mode_(new QButtonGroup(this)),
      starts_(make_table(*new StartsModel(planner, this), tr("When flows start"))),
      runs_(make_table(*new RunsModel(planner, this), tr("Order of the runs"))),
      order_(new QLabel(this)) {
  auto* fixed = new QRadioButton(tr("A fixed &number of repetitions"), this);
  auto* until = new QRadioButton(tr("&Until the median is known well enough"), this);
  until->setToolTip(
      tr("Each case is repeated until the confidence interval of a metric's median is "
         "narrow enough"));
  mode_->addButton(fixed, 0);
  mode_->addButton(until, 1);
  left_ = column_widget({fixed, until});
  QLabel* starts_title = heading(tr("When flows start"), starts_);
  starts_title->setToolTip(tr("Starts and their spread belong to the workload"));
  order_->setWordWrap(true);
  auto* right = column_widget(
      {starts_title, {starts_, 1}, heading(tr("Order of the runs"), runs_), order_, {runs_, 2}});
  runs_->setColumnWidth(RunsModel::kNumber, 60);
  runs_->setColumnWidth(RunsModel::kRepetition, 80);
  runs_->setColumnWidth(RunsModel::kCase, 220);
  runs_->setColumnWidth(RunsModel::kSeed, 160);

  auto* halves = make_splitter(Qt::Horizontal, {{left_, 1}, {right, 1}});
  halves->setChildrenCollapsible(false);
  add_items(new QVBoxLayout(this), {halves});

  connect(mode_, &QButtonGroup::idClicked, this, [this](int id) { set_until(id == 1); });
  connect(&document_, &YamlDocument::tree_changed, this, &RepetitionsView::follow_mode);
  connect(starts_, &QTableView::activated, this, [this](const QModelIndex& index) {
    emit workload_requested(index.data(StartsModel::kWorkloadName).toString());
  });
  connect(&planner_, &Planner::changed, this, &RepetitionsView::show_order);
  until_ = document_.has("until");
  mode_->button(until_ ? 1 : 0)->setChecked(true);
  make_form();
  show_order();
}

void RepetitionsView::set_until(bool on) {
  const bool is_on = document_.has("until");
  if (on == is_on || !document_.is_editable()) {
    mode_->button(is_on ? 1 : 0)->setChecked(true);
    return;
  }
  const UndoStep step(document_, on ? tr("Repeat until the median is known")
                                    : tr("Repeat a fixed number of times"));
  if (on) {
    bool is_number = false;
    const int wanted = document_.scalar("repetitions").value_or("120").toInt(&is_number);
    if (document_.has("repetitions")) document_.remove("repetitions");
    document_.set("until",
                  QString("{metric: overall_throughput, half_width: 5%, max_repetitions: %1}")
                      .arg(is_number ? std::max(wanted, 8) : 120));
  } else {
    const QString most = document_.scalar("until.max_repetitions").value_or("1");
    document_.remove("until");
    if (!document_.has("repetitions")) document_.set("repetitions", most);
  }
}

void RepetitionsView::follow_mode() {
  const bool on = document_.has("until");
  mode_->button(on ? 1 : 0)->setChecked(true);
  if (on == until_) return;
  until_ = on;
  make_form();
}

void RepetitionsView::make_form() {
  if (form_ != nullptr) {
    form_->hide();
    form_->deleteLater();
  }
  form_ = new SchemaForm(document_, checker_, until_ ? until_root_ : fixed_root_, {}, left_);
  left_->layout()->addWidget(form_);
}

void RepetitionsView::show_order() {
  const auto& planned = planner_.planned();
  if (!planned->plan) {
    order_->setText(planner_.is_current() ? tr("Known when the test set has no problems.")
                                          : tr("Being worked out."));
    return;
  }
  const QString begun = tr(
      "Repetition 0 of every case is begun first, then repetition 1 of every case, and so on. "
      "Repetition i has the same seed, and with it the same channel and the same starts, in every "
      "case.");
  const bool all = planned->estimate.runs <= RunsModel::kMaxRows;
  order_->setText(all ? begun : begun + ' ' + tr("The first %L1 runs:").arg(RunsModel::kMaxRows));
}

}  // namespace seawind::gui
