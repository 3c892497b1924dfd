// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a section: names on the left, cells on the right; what needs the width stands below its
// own heading.
#pragma once

#include <QGridLayout>

#include "gui/form/cell.h"

namespace seawind::gui {

class Rows : public QWidget {
  Q_OBJECT

 public:
  Rows(FormContext& form, QWidget* parent);

  Cell* add(const SchemaNode& node, const QString& path);
  void refresh();

 private:
  FormContext& form_;
  QGridLayout* grid_;
  QList<Cell*> cells_;
};

/// Says what a key means while the mouse or the reader is on it; focuses the field when clicked.
class KeyLabel : public QLabel {
  Q_OBJECT

 public:
  KeyLabel(const SchemaNode& node, const QString& path, QWidget* buddy, QWidget* parent);
};

/// The arrow with which a part is opened and closed.
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
