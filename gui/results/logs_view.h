// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a repetition: logs of the link, the agents, the generators and the test bed. Return
// opens a file. "Collect" copies all files to a folder.
#pragma once

#include <QtWidgets>
#include <string>

#include "gui/note.h"
#include "gui/task.h"

namespace seawind::gui {

struct LogFiles {
  QString campaign;   // its directory
  QString folder;     // folder of the attempt; empty: missing
  QStringList files;  // absolute paths: files of the attempt, then of its slot
};
/// Throws Error when the store cannot be read or the repetition has no attempt.
LogFiles find_logs(const QString& campaign, const std::string& case_name, int number);
/// Copies the files into `folder`/NAME, all or none; returns that folder. Throws Error; exceptions
/// of `report` propagate.
QString collect_logs(const LogFiles& logs, const QString& folder, const QString& name,
                     const Task::Report& report);

class LogsView : public QWidget {
  Q_OBJECT

 public:
  explicit LogsView(QWidget* parent = nullptr);
  void open(const QString& campaign, const std::string& case_name, int number);
  void clear();
  void collect_to(const QString& folder);
  const LogFiles& logs() const { return logs_; }
  Task& task() { return task_; }

 signals:
  void status_message(const QString& line);

 private:
  void open_file(const QListWidgetItem* item);

  QListWidget* list_;
  Note* note_;
  QPushButton* open_folder_;
  QPushButton* collect_;
  LogFiles logs_;
  QString name_;
  Task task_;
  Task finder_;
};

}  // namespace seawind::gui
