// SPDX-License-Identifier: GPL-3.0-or-later
// A map with free keys. Keys can be added, renamed and removed (by the reset button of their cell).
#pragma once

#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "gui/form/rows.h"

namespace seawind::gui {

class MapField : public Field {
  Q_OBJECT

 public:
  MapField(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
           QWidget* parent);
  void refresh() override;
  void open(const QString& path) override;

 private:
  QStringList keys() const;
  void build();
  void add_key();

  Fold* fold_;
  QString title_;
  QWidget* body_ = nullptr;
  QLineEdit* add_ = nullptr;
  QStringList built_;
  QList<Cell*> cells_;
};

/// A text of several lines, written as a block scalar.
class LongTextField : public Field {
  Q_OBJECT

 public:
  LongTextField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;

 private:
  QPlainTextEdit* text_;
};

}  // namespace seawind::gui
