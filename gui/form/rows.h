// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a section: names at the left, cells at the right. Wide fields are below their own
// heading.
#pragma once

#include <QGridLayout>

#include "gui/form/cell.h"

namespace seawind::gui {

class Rows : public QWidget {
  Q_OBJECT

 public:
  Rows(FormContext& form, QWidget* parent);

  /// Adds a row; the cell is owned by this widget.
  Cell* add(const SchemaNode& node, const QString& path);
  void refresh();

 private:
  FormContext& form_;
  QGridLayout* grid_;
  QList<Cell*> cells_;
};

/// The name of a key. Its tool tip explains the key; its buddy is the field.
class KeyLabel : public QLabel {
  Q_OBJECT

 public:
  KeyLabel(const SchemaNode& node, const QString& path, QWidget* buddy, QWidget* parent);
};

/// The arrow button that folds a part of the form.
class Fold : public QToolButton {
  Q_OBJECT

 public:
  Fold(const QString& title, QWidget* parent);
  void set_open(bool open);
  bool is_open() const { return open_; }

 signals:
  void opened(bool open);

 private:
  bool open_ = false;
};

}  // namespace seawind::gui
