// SPDX-License-Identifier: GPL-3.0-or-later
// A list of maps. Items can be added, moved, removed and folded.
#pragma once

#include <QVBoxLayout>

#include "gui/form/rows.h"

namespace seawind::gui {

class ListField : public Field {
  Q_OBJECT

 public:
  ListField(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
            QWidget* parent);
  void refresh() override;
  void open(const QString& path) override;

 private:
  int count() const;
  void build(int count);
  void add_item();
  void move(int from, int to);

  Fold* fold_;
  QVBoxLayout* items_;
  QToolButton* add_;
  QWidget* body_;
  QList<QWidget*> rows_;
  QList<Cell*> cells_;
};

}  // namespace seawind::gui
