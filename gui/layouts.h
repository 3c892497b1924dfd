// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets in rows, columns and splitters, and what usually goes with a widget: a label, a scroll
// area, actions.
#pragma once

#include <QtWidgets>
#include <functional>
#include <initializer_list>

namespace seawind::gui {

/// A part of a row, a column or a splitter, with its stretch factor.
struct Item {
  Item(QWidget* of, int factor = 0) : widget(of), stretch(factor) {}
  Item(QLayout* of, int factor = 0) : layout(of), stretch(factor) {}
  explicit Item(int factor) : stretch(factor) {}

  QWidget* widget = nullptr;
  QLayout* layout = nullptr;
  int stretch;
};
/// Empty space that fills the rest of a row or column.
inline const Item kRoom{1};
using Items = std::initializer_list<Item>;

QBoxLayout* add_items(QBoxLayout* layout, Items items);
/// A row or column without margins. `in`: the widget that it fills; without: a part of another
/// layout.
QBoxLayout* make_row(Items items);
QBoxLayout* make_row(QWidget* in, Items items);
QBoxLayout* make_column(Items items);
QBoxLayout* make_column(QWidget* in, Items items);
/// A new widget with the column.
QWidget* column_widget(Items items);
/// A splitter of widgets. `sizes`: in pixels at first.
QSplitter* make_splitter(Qt::Orientation orientation, Items items, const QList<int>& sizes = {});

/// A label with a mnemonic for `of`. Without an accessible name, `of` gets the text.
QLabel* label_of(QWidget* of, const QString& text);
void make_bold(QWidget& widget);
/// The widget with scroll bars where it does not fit; the scroll area takes no focus.
QScrollArea* scrolled(QWidget* widget);

/// Adds an action with a shortcut that works while `widget` or a part of it has the focus.
QAction* add_shortcut(QWidget& widget, const QString& text, const QList<QKeySequence>& keys,
                      const std::function<void()>& work);

}  // namespace seawind::gui
