// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/layouts.h"

namespace seawind::gui {

QBoxLayout* add_items(QBoxLayout* layout, Items items) {
  for (const Item& item : items) {
    if (item.widget != nullptr)
      layout->addWidget(item.widget, item.stretch);
    else if (item.layout != nullptr)
      layout->addLayout(item.layout, item.stretch);
    else
      layout->addStretch(item.stretch);
  }
  return layout;
}

QBoxLayout* make_row(Items items) {
  return add_items(new QHBoxLayout, items);
}

QBoxLayout* make_row(QWidget* in, Items items) {
  auto* layout = new QHBoxLayout(in);
  layout->setContentsMargins(0, 0, 0, 0);
  return add_items(layout, items);
}

QBoxLayout* make_column(Items items) {
  return add_items(new QVBoxLayout, items);
}

QBoxLayout* make_column(QWidget* in, Items items) {
  auto* layout = new QVBoxLayout(in);
  layout->setContentsMargins(0, 0, 0, 0);
  return add_items(layout, items);
}

QWidget* column_widget(Items items) {
  auto* widget = new QWidget;
  make_column(widget, items);
  return widget;
}

QSplitter* make_splitter(Qt::Orientation orientation, Items items, const QList<int>& sizes) {
  auto* made = new QSplitter(orientation);
  for (const Item& item : items) {
    made->addWidget(item.widget);
    made->setStretchFactor(made->count() - 1, item.stretch);
  }
  if (!sizes.isEmpty()) made->setSizes(sizes);
  return made;
}

QLabel* label_of(QWidget* of, const QString& text) {
  auto* label = new QLabel(text);
  label->setBuddy(of);
  if (of->accessibleName().isEmpty()) of->setAccessibleName(QString(text).remove('&'));
  return label;
}

void make_bold(QWidget& widget) {
  QFont bold = widget.font();
  bold.setBold(true);
  widget.setFont(bold);
}

QScrollArea* scrolled(QWidget* widget) {
  auto* area = new QScrollArea;
  area->setWidget(widget);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  return area;
}

QAction* add_shortcut(QWidget& widget, const QString& text, const QList<QKeySequence>& keys,
                      const std::function<void()>& work) {
  auto* action = new QAction(text, &widget);
  action->setShortcuts(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  QObject::connect(action, &QAction::triggered, &widget, work);
  widget.addAction(action);
  return action;
}

}  // namespace seawind::gui
