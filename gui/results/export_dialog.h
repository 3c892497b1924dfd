// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign, some cases or one repetition as files of other programs: the formats of `seawind
// export`, in a thread, with progress and cancel.
#pragma once

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <vector>

#include "gui/results/task.h"

namespace seawind::gui {

struct ExportOrder {
  QString campaign;
  std::vector<std::string> cases;    // none: all
  std::vector<int> numbers;          // of repetitions; none: all
  std::vector<std::string> formats;  // names of export_formats()
  QString folder;
};
/// Files made. Throws Error, and what `report` throws: files that are whole stay, nothing else.
QStringList run_export(const ExportOrder& order, const Task::Report& report);

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// What is offered: the whole campaign, the cases the filter leaves, the repetition open (none:
  /// number < 0).
  ExportDialog(const QString& campaign, const std::vector<std::string>& filtered_cases,
               const std::string& case_name, int number, QWidget* parent = nullptr);
  ~ExportDialog() override;

  ExportOrder order() const;
  void choose_format(const QString& name, bool on = true);
  void set_folder(const QString& folder) { folder_->setText(folder); }
  void start();
  Task& task() { return task_; }
  QString said() const { return said_->text(); }
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
  QLabel* said_;
  QPushButton* start_;
  QPushButton* close_;
  Task task_;
};

}  // namespace seawind::gui
