// SPDX-License-Identifier: GPL-3.0-or-later
// Exports a campaign, some cases or one repetition in the formats of `seawind export`. A thread
// exports; the dialog shows progress and can cancel.
#pragma once

#include <QtWidgets>
#include <vector>

#include "controller/export/selection.h"
#include "gui/note.h"
#include "gui/task.h"

namespace seawind::gui {

struct ExportOrder {
  QString campaign;
  ExportChoice choice;
  std::vector<std::string> formats;  // names listed by export_formats()
  QString folder;
};
/// Exports, and returns the written files. Throws Error; exceptions of `report` propagate. Complete
/// files remain after an exception, partial ones are removed.
QStringList run_export(const ExportOrder& order, const Task::Report& report);

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// Offers the whole campaign, the filtered cases, and the open repetition (`number` < 0: none).
  ExportDialog(const QString& campaign, const std::vector<std::string>& filtered_cases,
               const std::string& case_name, int number, QWidget* parent = nullptr);

  ExportOrder order() const;
  void choose_format(const QString& name, bool on = true);
  void set_folder(const QString& folder) { folder_->setText(folder); }
  void start();
  Task& task() { return task_; }
  QString message() const { return message_->text(); }
  QRadioButton& repetition_button() { return *one_; }

 private:
  void follow_choice();
  QString campaign_;
  std::vector<std::string> filtered_;
  std::string case_name_;
  int number_;
  QRadioButton* whole_;
  QRadioButton* some_;
  QRadioButton* one_;
  std::vector<QCheckBox*> formats_;
  QLineEdit* folder_;
  QProgressBar* progress_;
  Note* message_;
  QPushButton* start_;
  QPushButton* close_;
  Task task_;
};

}  // namespace seawind::gui
