// SPDX-License-Identifier: GPL-3.0-or-later
// A map with fixed keys, which can be folded. If keys exclude each other (generators of a flow,
// disciplines, loss patterns), the heading has a combo box for them. Below it are the common keys
// and then those of the selected one.
#pragma once

#include <QtWidgets>

#include "gui/form/rows.h"

namespace seawind::gui {

class SectionField : public FoldedField {
  Q_OBJECT

 public:
  SectionField(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
               QWidget* parent);
  void refresh() override;

 private:
  QString kind() const;
  QString heading() const;
  void choose(int index);
  void build() override;
  void summarize();

  const QStringList kinds_;  // the mutually exclusive keys
  QComboBox* kind_ = nullptr;
  QLabel* summary_;
  QString built_kind_;
};

}  // namespace seawind::gui
