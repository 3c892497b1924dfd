// SPDX-License-Identifier: GPL-3.0-or-later
// A map with keys of its own, folded until it is wanted. Where keys exclude each other (kinds of
// flow, disciplines, loss patterns) a choice of them stands in the heading, and the keys of the
// chosen one below, one after the other with those they have in common.
#pragma once

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "gui/form/rows.h"

namespace seawind::gui {

class SectionField : public Field {
  Q_OBJECT

 public:
  SectionField(FormContext& form, const SchemaNode& node, const QString& path, const QString& title,
               QWidget* parent);
  void refresh() override;
  void open(const QString& path) override;

 private:
  QString kind() const;
  QString heading() const;
  void choose(int index);
  void build();
  void summarize();

  const QStringList kinds_;  // keys of which one is chosen
  QString title_;
  Fold* fold_;
  QComboBox* kind_ = nullptr;
  QLabel* summary_;
  Rows* rows_ = nullptr;
  QString built_kind_;
};

}  // namespace seawind::gui
