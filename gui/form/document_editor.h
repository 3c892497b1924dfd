// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one document: a tab of a DocumentPage. Follows changes of the file on the disk.
#pragma once

#include <QtWidgets>

#include "gui/document/checker.h"
#include "gui/document/yaml_document.h"
#include "gui/form/notice_bar.h"
#include "gui/form/problem_list.h"
#include "gui/form/yaml_editor.h"

namespace seawind::gui {

class DocumentEditor : public QWidget {
  Q_OBJECT

 public:
  /// The caller owns `document`.
  DocumentEditor(YamlDocument* document, const Places& places, QWidget* parent);

  YamlDocument& document() { return *document_; }
  const YamlDocument& document() const { return *document_; }
  Checker& checker() { return *checker_; }
  YamlEditor& editor() { return *editor_; }
  ProblemList& problems() { return *problems_; }
  /// The line above the panes: "The file has changed on the disk." [Read it again].
  NoticeBar& notice() { return *notice_; }

  /// The title of the tab: the name of the file.
  virtual QString name() const;
  bool is_shipped() const { return places_.is_shipped(document_->file()); }
  /// Whether edits are rejected.
  virtual bool is_read_only() const { return false; }
  /// Called when the document has another file, or when its text equals its file again. Shows the
  /// notice for the file, if there is one.
  virtual void follow_file() { notice_->show_notice({}); }
  /// Moves the cursor to the next problem, or to the previous one.
  virtual void next_problem(bool backwards) { editor_->next_problem(backwards); }
  /// Moves the focus to the line that finds a key.
  virtual void find_key() = 0;
  /// Reads the file again, as one undo step. On failure shows the reason and returns false.
  bool revert();

  /// The widths of the panes, for QSettings.
  QByteArray layout_state() const;
  void restore_layout(const QByteArray& state);

 signals:
  /// One line for the status bar.
  void status_message(const QString& line);
  /// The user requested to write the text to the document's file, which is gone.
  void save_requested();

 protected:
  /// Sets the splitters of layout_state().
  void keep(const QList<QSplitter*>& splitters) { splitters_ = splitters; }

  const Places places_;
  YamlDocument* document_;
  Checker* checker_;
  // The derived class adds both to its layout, after what comes before them in the order of Tab.
  YamlEditor* editor_;
  ProblemList* problems_;
  NoticeBar* notice_;
  bool placed_ = false;  // the panes have widths of their own

 private:
  void changed_on_disk();
  void gone_from_disk(bool gone);

  QList<QSplitter*> splitters_;
};

}  // namespace seawind::gui
