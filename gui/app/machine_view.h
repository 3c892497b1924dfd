// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of Doctor: a summary of one sentence, every check below it, and the advice for each
// check that is not ok.
#pragma once

#include <QtWidgets>
#include <vector>

#include "gui/app/doctor.h"

namespace seawind::gui {

class MachineView : public QGroupBox {
  Q_OBJECT

 public:
  explicit MachineView(const QString& title, QWidget* parent = nullptr);

 public slots:
  void show_running();
  void show_checks(const std::vector<MachineCheck>& checks);
  void show_failure(const QString& why) { show_text(why); }
  /// Shows a text instead of findings.
  void show_text(const QString& text);

 signals:
  /// The user requested another run of the checks.
  void recheck_requested();

 private:
  QGridLayout* clear();
  QLabel* summary_;
  QWidget* list_;
};

}  // namespace seawind::gui
