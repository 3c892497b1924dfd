// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of a value that is fixed or drawn: number and unit, or a distribution with its own
// fields below.
#pragma once

#include <QtWidgets>

#include "gui/form/rows.h"
#include "gui/form/scalar_fields.h"

namespace seawind::gui {

class DistributionField : public Field {
  Q_OBJECT

 public:
  DistributionField(FormContext& form, const SchemaNode& node, const QString& path,
                    QWidget* parent);
  void refresh() override;

 private:
  QString kind() const;  // empty: a plain value
  void choose(const QString& kind);
  void build(const QString& kind);
  QString first_value(const SchemaNode& kind) const;

  QuantityField* plain_;
  QComboBox* kind_;
  QWidget* body_ = nullptr;  // Rows, or one field for a distribution that is a list
  Field* whole_ = nullptr;
  QString built_;
};

}  // namespace seawind::gui
