// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of a value that is fixed or drawn: number and unit, or a law with its own fields
// below.
#pragma once

#include <QtWidgets>

#include "gui/form/rows.h"
#include "gui/form/scalar_fields.h"

namespace seawind::gui {

class DrawnField : public Field {
  Q_OBJECT

 public:
  DrawnField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;

 private:
  QString law() const;  // empty: a plain value
  void choose(const QString& law);
  void build(const QString& law);
  QString first_value(const SchemaNode& law) const;

  QuantityField* plain_;
  QComboBox* law_;
  QWidget* body_ = nullptr;  // Rows, or one field for a law that is a list
  Field* whole_ = nullptr;
  QString built_;
};

}  // namespace seawind::gui
