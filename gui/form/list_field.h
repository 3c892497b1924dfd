// SPDX-License-Identifier: GPL-3.0-or-later
// A list of maps. Items can be added, moved, removed and folded.
#pragma once

#include <QtWidgets>

#include "gui/form/rows.h"

namespace seawind::gui {

class ListField : public FoldedField {
  Q_OBJECT

 public:
  ListField(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
            QWidget* parent);
  void refresh() override;

 private:
  int count() const;
  void build() override;
  void add_item();
  void move(int from, int to);

  QVBoxLayout* items_;
  QList<QWidget*> rows_;
  QList<Cell*> cells_;
};

}  // namespace seawind::gui
