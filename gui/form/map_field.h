// SPDX-License-Identifier: GPL-3.0-or-later
// A map with free keys. Keys can be added, renamed and removed (by the reset button of their cell).
#pragma once

#include <QtWidgets>

#include "gui/form/rows.h"

namespace seawind::gui {

class MapField : public FoldedField {
  Q_OBJECT

 public:
  MapField(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
           QWidget* parent);
  void refresh() override;

 private:
  QStringList keys() const;
  void build() override;
  void add_key();

  QLineEdit* add_ = nullptr;
  QStringList built_;
  QList<Cell*> cells_;
};

/// A text of several lines, written between double quotes.
class LongTextField : public Field {
  Q_OBJECT

 public:
  LongTextField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;

 private:
  QPlainTextEdit* text_;
};

}  // namespace seawind::gui
