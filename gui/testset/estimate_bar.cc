// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/estimate_bar.h"

#include "controller/testset/plan.h"
#include "gui/layouts.h"
#include "gui/note.h"

namespace seawind::gui {
namespace {

QString shown(const std::string& text) {
  return QString::fromStdString(text);
}

QString cases_text(int n) {
  return n == 1 ? EstimateBar::tr("1 case") : EstimateBar::tr("%n cases", nullptr, n);
}

}  // namespace

EstimateBar::EstimateBar(Matrix& matrix, Planner& planner, Places places, QWidget* parent)
    : QWidget(parent), matrix_(matrix), planner_(planner), places_(std::move(places)) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(6, 3, 6, 3);
  grid->setHorizontalSpacing(24);
  grid->setVerticalSpacing(0);
  runs_ = add_part(tr("Runs"), 0);
  duration_ = add_part(tr("Expected duration"), 1);
  disk_ = add_part(tr("On disk"), 2);
  basis_ = add_part(tr("Estimated"), 3);
  grid->setColumnStretch(3, 1);
  connect(&planner_, &Planner::changed, this, &EstimateBar::show_estimate);
  connect(&matrix_, &Matrix::exclusions_changed, this, &EstimateBar::show_estimate);
  show_estimate();
}

EstimateBar::Part EstimateBar::add_part(const QString& title, int column) {
  Part part{new QLabel(title, this), new QLabel(this), new QLabel(this)};
  make_bold(*part.value);
  part.title->setBuddy(part.value);
  part.value->setAccessibleName(title);
  for (auto* label : {part.title, part.note}) label->setForegroundRole(QPalette::PlaceholderText);
  auto* grid = static_cast<QGridLayout*>(layout());
  grid->addWidget(part.title, 0, column);
  grid->addWidget(part.value, 1, column);
  grid->addWidget(part.note, 2, column);
  return part;
}

void EstimateBar::show_estimate() {
  const auto& planned = planner_.planned();
  const Estimate& e = planned->estimate;
  const int all = matrix_.product().size();
  const int included = matrix_.included();
  if (!planned->plan) {
    runs_.value->setText(matrix_.product().is_too_large() ? tr("more than %1 cases").arg(kMaxCases)
                                                          : cases_text(included));
    runs_.note->setText(all == included ? QString() : tr("of %1").arg(all));
    for (const Part* part : {&duration_, &disk_}) {
      part->value->setText(QString(QChar(0x2013)));
      part->note->clear();
    }
    const bool known = planner_.is_current();
    basis_.value->setText(known ? tr("not yet") : tr("being worked out"));
    basis_.note->setText(known ? tr("there are problems to correct") : QString());
    show_as_problem(*disk_.value, false);
    return;
  }
  const auto range = [](const std::string& least, const std::string& most) {
    return tr("%1 to %2").arg(shown(least), shown(most));
  };
  const bool until = e.least_runs != e.runs;
  runs_.value->setText(until ? tr("up to %L1").arg(e.runs) : tr("%L1").arg(e.runs));
  runs_.note->setText(cases_text(e.cases) + QString(" ") + QChar(0xd7) + ' ' +
                      QString::number(e.runs / std::max(e.cases, 1)));
  duration_.value->setText(shown(rough_time(e.seconds.typical)));
  duration_.note->setText(range(rough_time(e.seconds.least), rough_time(e.seconds.most)));
  duration_.value->setToolTip(tr(
      "Least: every repetition as short as the shortest measured, or without losses. Most: as long "
      "as the longest, or until its time-out."));
  disk_.value->setText(shown(rough_size(e.bytes.typical)));
  QString note = range(rough_size(e.bytes.least), rough_size(e.bytes.most));
  const bool full = planned->free && *planned->free < e.bytes.typical;
  if (planned->free)
    note +=
        "; " + (full ? tr("only %1 free") : tr("%1 free")).arg(shown(rough_size(*planned->free)));
  disk_.note->setText(note);
  disk_.value->setToolTip(tr("Campaigns are kept in %1.").arg(places_.campaigns));
  show_as_problem(*disk_.value, full);
  basis_.value->setText(shown(basis_of(e)));
  basis_.note->setText(e.parallel_fixed ? tr("%n at a time", nullptr, e.parallel)
                                        : tr("%n at a time to begin with", nullptr, e.parallel));
}

QString EstimateBar::text() const {
  QStringList lines;
  for (const Part* part : {&runs_, &duration_, &disk_, &basis_})
    lines.append(part->title->text() + ": " + part->value->text() +
                 (part->note->text().isEmpty() ? QString() : " (" + part->note->text() + ')'));
  return lines.join('\n');
}

void EstimateBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && planner_.planned()->plan) show_estimate();
}

}  // namespace seawind::gui
