// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/form_scroll.h"

#include "gui/layouts.h"

namespace seawind::gui {

FormScroll::FormScroll(QWidget* parent) : QScrollArea(parent), clip_(new QWidget(this)) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  clip_->hide();
}

void FormScroll::set_columns(const std::vector<Column>& columns) {
  delete heads_;
  heads_ = nullptr;
  if (columns.size() < 2) {
    setViewportMargins(0, 0, 0, 0);
    clip_->hide();
    return;
  }
  heads_ = new QWidget(clip_);
  auto* grid = new QGridLayout(heads_);
  grid->setContentsMargins(20, 2, 6, 4);
  grid->setHorizontalSpacing(10);
  grid->setColumnMinimumWidth(0, GroupBox::label_width(*this));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const int column = static_cast<int>(i) + 1;
    auto* title = new QLabel(columns[i].title, heads_);
    if (!columns[i].of_state) make_bold(*title);
    title->setIndent(4);
    grid->addWidget(title, 0, column);
    grid->setColumnMinimumWidth(column, GroupBox::column_width(*this, columns[i].of_state));
    grid->setColumnStretch(column, columns[i].of_state ? 28 : 30);
  }
  heads_->show();
  clip_->show();
  if (widget() != nullptr) widget()->installEventFilter(this);
  setViewportMargins(0, heads_->sizeHint().height(), 0, 0);
  place_heads();
}

void FormScroll::place_heads() {
  if (heads_ == nullptr || widget() == nullptr) return;
  const int height = heads_->sizeHint().height();
  clip_->setGeometry(viewport()->x(), 0, viewport()->width(), height);
  heads_->setGeometry(widget()->x(), 0, widget()->width(), height);
}

void FormScroll::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  place_heads();
}

void FormScroll::scrollContentsBy(int dx, int dy) {
  QScrollArea::scrollContentsBy(dx, dy);
  place_heads();
}

bool FormScroll::eventFilter(QObject* watched, QEvent* event) {
  if (watched == widget() && event->type() == QEvent::Resize) place_heads();
  return QScrollArea::eventFilter(watched, event);
}

}  // namespace seawind::gui
