// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/machine_view.h"

#include <algorithm>

#include "gui/app/icon.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

using Verdict = MachineCheck::Verdict;

struct Sign {
  const char* icon;
  QString word;
};

Sign sign_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
      return {"ok", MachineView::tr("good")};
    case Verdict::kWarn:
      return {"warn", MachineView::tr("warning")};
    case Verdict::kFail:
      return {"fail", MachineView::tr("problem")};
  }
  return {};
}

QLabel* make_text(const QString& text) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QString summary_of(const std::vector<MachineCheck>& checks) {
  const auto count = [&checks](Verdict verdict) {
    return static_cast<int>(std::ranges::count(checks, verdict, &MachineCheck::verdict));
  };
  if (const int missing = count(Verdict::kFail); missing > 0)
    return MachineView::tr(
        "Test sets cannot run here yet: %n requirement(s) are not met. Follow the advice for each, "
        "then check again.",
        nullptr, missing);
  if (const int worse = count(Verdict::kWarn); worse > 0)
    return MachineView::tr(
        "Test sets can run here. %n warning(s): repetitions that exceed their timing limits are "
        "detected and repeated.",
        nullptr, worse);
  return MachineView::tr("Everything is in order.");
}

}  // namespace

MachineView::MachineView(const QString& title, QWidget* parent)
    : QGroupBox(title, parent), summary_(make_text({})), list_(new QWidget) {
  auto* again = new QPushButton(tr("Check &again"));
  connect(again, &QPushButton::clicked, this, &MachineView::recheck_requested);
  make_bold(*summary_);
  add_items(new QVBoxLayout(this), {summary_, list_, make_row({again, kRoom})});
  show_running();
}

QGridLayout* MachineView::clear() {
  delete list_->layout();
  qDeleteAll(list_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  auto* grid = new QGridLayout(list_);
  grid->setContentsMargins(0, 4, 0, 4);
  grid->setColumnStretch(2, 1);
  return grid;
}

void MachineView::show_running() {
  summary_->setText(tr("Checking..."));
}

void MachineView::show_checks(const std::vector<MachineCheck>& checks) {
  summary_->setText(summary_of(checks));
  QGridLayout* grid = clear();
  int row = 0;
  for (const auto& check : checks) {
    const Sign sign = sign_of(check.verdict);
    auto* picture = new QLabel;
    picture->setPixmap(icon(sign.icon).pixmap(18, 18));
    picture->setToolTip(sign.word);
    picture->setAccessibleName(sign.word);
    grid->addWidget(picture, row, 0, Qt::AlignTop);
    grid->addWidget(new QLabel(check.name), row, 1, Qt::AlignTop);
    grid->addWidget(make_text(check.finding), row, 2);
    if (!check.advice.isEmpty()) {
      auto* advice = make_text(check.advice);
      QFont font = advice->font();
      font.setItalic(true);
      advice->setFont(font);
      grid->addWidget(advice, ++row, 1, 1, 2);
    }
    ++row;
  }
}

void MachineView::show_text(const QString& text) {
  clear();
  summary_->setText(text);
}

}  // namespace seawind::gui
