// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/rows.h"

#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {

Rows::Rows(FormContext& form, QWidget* parent)
    : QWidget(parent), form_(form), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(18, 0, 0, 4);
  grid_->setHorizontalSpacing(8);
  grid_->setVerticalSpacing(2);
  grid_->setColumnMinimumWidth(0, fontMetrics().horizontalAdvance(QString(16, 'm')) / 2);
  grid_->setColumnStretch(1, 1);
}

Cell* Rows::add(const SchemaNode& node, const QString& path) {
  const int row = grid_->rowCount();
  const bool wide = is_wide(node);
  auto* cell = new Cell(form_, node, path, wide ? readable_key(node.key) : QString(), this);
  if (wide) {
    grid_->addWidget(cell, row, 0, 1, 2);
  } else {
    auto* label = new KeyLabel(node, path, &cell->field(), this);
    grid_->addWidget(label, row, 0, Qt::AlignTop);
    grid_->addWidget(cell, row, 1);
  }
  cells_ << cell;
  return cell;
}

void Rows::refresh() {
  for (auto* cell : cells_) cell->refresh();
}

KeyLabel::KeyLabel(const SchemaNode& node, const QString& path, QWidget* buddy, QWidget* parent)
    : QLabel(readable_key(node.key), parent) {
  setBuddy(buddy);
  setToolTip(tip_of(node, path));
  setContentsMargins(0, 5, 0, 0);
  setWordWrap(true);
}

Fold::Fold(const QString& title, QWidget* parent) : QToolButton(parent) {
  setText(title);
  setAutoRaise(true);
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setArrowType(Qt::RightArrow);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(title);
  connect(this, &QToolButton::clicked, this, [this] { set_open(!open_); });
}

void Fold::set_open(bool open) {
  if (open_ == open) return;
  open_ = open;
  setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  emit opened(open);
}

FoldedField::FoldedField(FormContext& form, const SchemaNode& node, const QString& path,
                         const QString& title, const QString& what, QWidget* parent)
    : Field(form, node, path, parent), title_(title), fold_(new Fold(title, this)) {
  head_ = make_row({fold_});
  head_->setSpacing(6);
  head_->setContentsMargins(0, 0, mark_room(*this) + arrows_room(*this, path), 0);
  make_column(this, {head_})->setSpacing(2);
  setFocusProxy(fold_);
  add_control(fold_, what);
  connect(fold_, &Fold::opened, this, [this](bool open) {
    if (open) build();
    if (body_ != nullptr) body_->setVisible(open);
  });
}

void FoldedField::open(const QString& path) {
  fold_->set_open(true);
  build();
  if (path.isEmpty() || path == path_) return;
  if (auto* next = form_.cell_near(path); next != nullptr && &next->field() != this)
    next->field().open(path);
}

}  // namespace seawind::gui
