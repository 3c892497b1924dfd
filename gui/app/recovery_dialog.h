// SPDX-License-Identifier: GPL-3.0-or-later
// After a crash: which of the unsaved edits are wanted back. Nothing is decided for the user: where
// a file was changed meanwhile both texts are shown, and the file itself changes only when it is
// saved.
#pragma once

#include <QDialog>
#include <vector>

#include "gui/app/recovery.h"

class QLabel;
class QPlainTextEdit;
class QTreeWidget;

namespace seawind::gui {

class MainWindow;

class RecoveryDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RecoveryDialog(std::vector<LostEdits> lost, QWidget* parent = nullptr);

  /// Of those that are checked; the others are to be forgotten.
  std::vector<LostEdits> wanted() const;
  std::vector<LostEdits> unwanted() const;

 private:
  std::vector<LostEdits> chosen(Qt::CheckState state) const;
  void show_edits(int index);

  std::vector<LostEdits> lost_;
  QTreeWidget* list_;
  QLabel* remark_;
  QPlainTextEdit* edits_;
  QPlainTextEdit* file_;
};

/// Asks, and puts what is wanted into the pages; returns at once (the dialog is the window's).
/// Closed without an answer, everything is offered again at the next start.
void offer_lost_edits(MainWindow& window, Recovery& recovery, const std::vector<LostEdits>& lost);

/// Opens the file of the edits and puts them into it. Edits that never had a file, or whose file is
/// gone, get one in the user's library. False: no page could open it; then the edits are kept.
bool bring_back(MainWindow& window, Recovery& recovery, const LostEdits& edits);

}  // namespace seawind::gui
