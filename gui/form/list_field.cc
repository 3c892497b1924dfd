// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/list_field.h"

#include "gui/form/values.h"
#include "gui/layouts.h"

namespace seawind::gui {

ListField::ListField(FormContext& form, const SchemaNode& node, const QString& path,
                     const QString& title, QWidget* parent)
    : FoldedField(form, node, path, title, tr("items"), parent) {
  body_ = new QWidget(this);
  items_ = new QVBoxLayout(body_);
  items_->setContentsMargins(12, 0, 0, 2);
  items_->setSpacing(2);
  auto* add = new QToolButton;
  add->setText(tr("+ Add"));
  add->setAutoRaise(true);
  add->setToolTip(tr("Add an item at the end"));
  add_control(add, tr("add"));
  add_items(head_, {kRoom, add});
  layout()->addWidget(body_);
  body_->hide();
  connect(add, &QToolButton::clicked, this, [this] { add_item(); });
  if (const int n = count(); n > 0 && n <= 12) fold_->set_open(true);
}

int ListField::count() const {
  const EffectiveValue now = shown();
  return now.node == nullptr || now.node->kind != config::Node::Kind::kList
             ? 0
             : static_cast<int>(now.node->items.size());
}

void ListField::build() {
  const int wanted = count();
  while (rows_.size() > wanted) {
    dispose(form_, rows_.takeLast());
    cells_.removeLast();
  }
  while (rows_.size() < wanted) {
    const int index = static_cast<int>(rows_.size());
    auto* row = new QWidget(body_);
    auto* line = new QGridLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->setColumnStretch(0, 1);
    auto* cell =
        new Cell(form_, *node_.item, item_path(path_, index), QString::number(index + 1), row);
    line->addWidget(cell, 0, 0, 1, 3);
    for (const int step : {-1, 1}) {
      auto* button = new QToolButton(row);
      button->setArrowType(step < 0 ? Qt::UpArrow : Qt::DownArrow);
      button->setAutoRaise(true);
      button->setToolTip(step < 0 ? tr("Move up") : tr("Move down"));
      button->setAccessibleName(step < 0 ? tr("Move %1 up").arg(cell->path())
                                         : tr("Move %1 down").arg(cell->path()));
      form_.watch(button);
      connect(button, &QToolButton::clicked, this,
              [this, index, step] { move(index, index + step); });
      button->setFixedSize(arrows_room(*this, cell->path()) / 2, fontMetrics().height() + 6);
      line->addWidget(button, 0, step < 0 ? 1 : 2, Qt::AlignTop);
      button->raise();
    }
    items_->addWidget(row);
    rows_ << row;
    cells_ << cell;
  }
}

void ListField::add_item() {
  QString value = smallest_value(*node_.item);
  if (node_.item->child(QStringLiteral("name")) != nullptr) {
    QStringList taken;
    for (int i = 0; i < count(); ++i) {
      taken << form_.value(nullptr, item_path(path_, i) + ".name").text;
    }
    QString name = QStringLiteral("new");
    for (int n = 2; taken.contains(name); ++n) name = "new" + QString::number(n);
    value = QStringLiteral("{name: ") + name;
    for (const auto* child : node_.item->children) {
      const bool first_kind = child->key == kinds_of(*node_.item).value(0);
      if (child->key == "name" || !(child->required || first_kind)) continue;
      value += ", " + child->key + ": " + smallest_value(*child);
    }
    value += '}';
  }
  const int at = count();
  if (!form_.may_edit()) return;
  if (at == 0) {
    form_.write(path_, '[' + value + ']');
  } else {
    form_.write(item_path(path_, at), value);
  }
  fold_->set_open(true);
  refresh();
  if (!cells_.isEmpty()) {
    cells_.back()->field().open({});
    cells_.back()->field().setFocus();
  }
}

void ListField::move(int from, int to) {
  if (to < 0 || to >= count() || !form_.may_edit()) return;
  form_.as_one_step(tr("Move an item"), [&] {
    if (form_.copy_inherited(path_)) form_.document().move_item(path_, from, to);
  });
}

void ListField::refresh() {
  const int now = count();
  fold_->setText(title_.isEmpty() ? tr("%n item(s)", nullptr, now)
                                  : QStringLiteral("%1 (%2)").arg(title_).arg(now));
  grey(fold_, !shown().is_own());
  if (fold_->is_open() || !rows_.isEmpty()) build();
  for (auto* cell : cells_) cell->refresh();
}

}  // namespace seawind::gui
