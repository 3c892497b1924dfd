// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog with the options of a campaign: directory, number of repetitions, number of parallel
// slots. Shows the size of the campaign, or the problems of the test set.
#pragma once

#include <QtWidgets>

#include "gui/note.h"
#include "gui/places.h"
#include "gui/run/campaign_process.h"
#include "gui/task.h"

namespace seawind::gui {

/// Places::campaigns/NAME-YYYYMMDD-HHMMSS, with -2, -3, ... appended if that exists.
QString default_directory(const QString& test_set_file, const Places& places);

/// The size of a test set's campaign, or the problems of the test set.
struct TestSetCheck {
  bool valid = false;
  QString text;  // "4 cases x 6 repetitions = ...", or the problems as printed by `seawind
                 // validate`
};
TestSetCheck check_test_set(const QString& file, const QString& configs, int repetitions);

class StartDialog : public QDialog {
  Q_OBJECT

 public:
  /// `busy`: a campaign runs or waits, so that this one would be enqueued.
  StartDialog(const QString& test_set_file, const Places& places, bool busy,
              QWidget* parent = nullptr);

  RunRequest request() const;
  /// Whether the campaign starts beside one that runs, past the queue.
  bool start_now() const { return now_->isChecked(); }

 private:
  void check_test_set_later();
  void update_state();

  QString file_;
  Places places_;
  bool busy_;
  QLineEdit* directory_;
  QSpinBox* repetitions_;
  QComboBox* machines_;
  QComboBox* parallel_;
  QCheckBox* allow_changes_;
  QCheckBox* now_;
  QPlainTextEdit* plan_;
  Note* problem_;
  QPushButton* start_;
  bool valid_ = false;
  Task task_;
};

}  // namespace seawind::gui
