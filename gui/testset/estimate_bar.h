// SPDX-License-Identifier: GPL-3.0-or-later
// The estimate of a campaign: number of cases and runs, duration, disk space, and the basis of the
// estimate.
#pragma once

#include <QtWidgets>

#include "gui/testset/matrix.h"
#include "gui/testset/planner.h"

namespace seawind::gui {

class EstimateBar : public QWidget {
  Q_OBJECT

 public:
  EstimateBar(Matrix& matrix, Planner& planner, Places places, QWidget* parent = nullptr);

  /// All shown messages, one per line, for screen readers and tests.
  QString text() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Part {
    QLabel* title;
    QLabel* value;
    QLabel* note;
  };
  Part add_part(const QString& title, int column);
  void show_estimate();

  Matrix& matrix_;
  Planner& planner_;
  Places places_;
  Part runs_;
  Part duration_;
  Part disk_;
  Part basis_;
};

}  // namespace seawind::gui
