// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of the lab page: a new lab, and a new host.
#pragma once

#include <QtWidgets>
#include <array>

#include "gui/note.h"

namespace seawind::gui {

/// Name and machines of a new laboratory.
class NewLabDialog : public QDialog {
  Q_OBJECT

 public:
  /// `folder`: of the files of labs.
  explicit NewLabDialog(QString folder, QWidget* parent = nullptr);

  QString name() const { return name_->text().trimmed(); }
  QString file() const { return folder_ + '/' + name() + ".yaml"; }
  /// The content of file().
  QString text() const;

 private:
  void update_state();

  struct Machine {
    QString role;  // key of the file
    QLineEdit* host;
    QLineEdit* address;
  };
  QString folder_;
  QLineEdit* name_;
  std::array<Machine, 3> machines_;
  Note* problem_;
  QPushButton* make_;
};

/// Selects a host of the lab, and takes the line that `seawind-agent key` has printed there.
class AddHostDialog : public QDialog {
  Q_OBJECT

 public:
  explicit AddHostDialog(const QStringList& hosts, QWidget* parent = nullptr);

  QString host() const { return host_->currentText(); }
  QString line() const { return line_->text().trimmed(); }

 private:
  QComboBox* host_;
  QLineEdit* line_;
};

}  // namespace seawind::gui
