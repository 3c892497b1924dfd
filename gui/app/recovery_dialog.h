// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog after a crash: the user selects the unsaved edits to restore. If a file was changed
// since the edits began, both texts are shown. Restored edits are in the editor only, until the
// user saves them.
#pragma once

#include <QtWidgets>
#include <vector>

#include "gui/app/recovery.h"

namespace seawind::gui {

class MainWindow;

class RecoveryDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RecoveryDialog(std::vector<LostEdits> lost, QWidget* parent = nullptr);

  /// wanted(): the checked edits, which are to be restored; unwanted(): the others, whose records
  /// are to be removed.
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

/// Opens the dialog and returns at once; accepted edits are restored or removed later. The dialog
/// is owned by `window`. If it is rejected, the edits are offered again at the next start.
void offer_lost_edits(MainWindow& window, Recovery& recovery, const std::vector<LostEdits>& lost);

/// Opens the file of the edits and restores them in it. Edits without a file, or whose file is
/// gone, get a new file in the user's library. Returns false if no page can open the file; the
/// edits are then kept.
bool restore_edits(MainWindow& window, Recovery& recovery, const LostEdits& edits);

}  // namespace seawind::gui
