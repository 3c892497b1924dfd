// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how a test set is to be run: where to, how often, how many at a time; says what it would
// come to, or what is wrong with the test set.
#pragma once

#include <QDialog>
#include <QFutureWatcher>

#include "gui/places.h"
#include "gui/run/campaign_process.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace seawind::gui {

/// Places.campaigns/NAME-YYYYMMDD-HHMMSS, and -2, -3, ... where that is taken.
QString default_directory(const QString& test_set_file, const Places& places);

/// What a test set comes to.
struct TestSetCheck {
  bool valid = false;
  QString text;  // "4 cases x 6 repetitions = ...", or the problems as `seawind validate` has them
};
TestSetCheck check_test_set(const QString& file, const QString& configs, int repetitions);

class StartDialog : public QDialog {
  Q_OBJECT

 public:
  /// `busy`: something runs or waits, so it would have to wait its turn.
  StartDialog(const QString& test_set_file, const Places& places, bool busy,
              QWidget* parent = nullptr);

  RunRequest request() const;
  /// Not through the queue, although something runs.
  bool start_now() const;

 private:
  void check_test_set_later();
  void update_state();

  QString file_;
  Places places_;
  bool busy_;
  QLineEdit* directory_;
  QSpinBox* repetitions_;
  QComboBox* parallel_;
  QCheckBox* allow_changes_;
  QCheckBox* now_;
  QPlainTextEdit* plan_;
  QLabel* problem_;
  QPushButton* start_;
  QFutureWatcher<TestSetCheck> watcher_;
  bool valid_ = false;
};

}  // namespace seawind::gui
