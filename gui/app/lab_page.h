// SPDX-License-Identifier: GPL-3.0-or-later
// The laboratories of this user: their machines, which of them are members, and the findings of
// `seawind doctor`. The program seawind does all the work; the files of the labs are in the user's
// library.
#pragma once

#include <QtWidgets>
#include <functional>

#include "gui/app/doctor.h"
#include "gui/note.h"
#include "gui/page.h"
#include "gui/places.h"
#include "gui/row_table.h"
#include "gui/task.h"

namespace seawind::gui {

class MachineView;

struct LabHost {
  QString name;
  QString role;     // of the file: emulator, fixed, mobile
  QString address;  // IPv4
  QString until;    // end of its certificate, YYYY-MM-DD; empty: not a member
};

class LabHosts : public RowTable<LabHost> {
  Q_OBJECT

 public:
  explicit LabHosts(QObject* parent = nullptr);
  void show(QList<LabHost> hosts) { reset_rows(std::move(hosts)); }
  const QList<LabHost>& hosts() const { return rows_; }
};

class LabPage : public Page {
  Q_OBJECT

 public:
  explicit LabPage(Places places, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void add_actions();
  void show_new_dialog();
  void show_add_dialog();
  void show_revoke_dialog();
  /// Reads the folder of labs; then shows `file`, or the one shown before.
  void list_labs(const QString& file = {});
  void show_lab();
  void update_actions();
  QString file() const { return labs_->currentData().toString(); }
  /// Runs `seawind` with these arguments, then calls `then` with its output, or shows its error.
  void run(Task& task, const QStringList& arguments,
           const std::function<void(const QByteArray&)>& then);

  Places places_;
  QComboBox* labs_;
  LabHosts hosts_;
  QTableView* table_;
  Note* problem_;
  QLabel* join_title_;
  QLineEdit* join_;  // the command for a host that was added
  QString lab_;      // the name in the file
  MachineView* found_;
  Doctor doctor_;
  QString checked_;  // the file of the lab that doctor_ checks or has checked last
  Task list_;        // reads who is a member
  Task change_;      // makes, adds, revokes: no list ends it
};

}  // namespace seawind::gui
