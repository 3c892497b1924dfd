// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a section: names at the left, cells at the right. Wide fields are below their own
// heading.
#pragma once

#include <QtWidgets>

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

/// A field whose heading folds it. The content is created when it is first opened.
class FoldedField : public Field {
  Q_OBJECT

 public:
  /// Opens the levels down to `path`; each one creates the cells of the next.
  void open(const QString& path) override;

 protected:
  /// `what`: what the heading opens, for screen readers.
  FoldedField(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
              const QString& what, QWidget* parent);
  /// Creates body_, or corrects it. It is called while the field is open.
  virtual void build() = 0;

  const QString title_;
  QBoxLayout* head_;
  Fold* fold_;
  QWidget* body_ = nullptr;
};

}  // namespace seawind::gui
