// SPDX-License-Identifier: GPL-3.0-or-later
// The view of one document: form, text with problems, and preview, in resizable panes. The focused
// key of one pane is marked in the others.
#pragma once

#include <QSplitter>
#include <QWidget>

#include "gui/form/notice_bar.h"
#include "gui/form/problem_list.h"
#include "gui/form/schema_form.h"
#include "gui/form/yaml_editor.h"

namespace seawind::gui {

class DocumentView : public QWidget {
  Q_OBJECT

 public:
  /// The caller owns `document`; `preview` (may be null) becomes a child.
  DocumentView(YamlDocument* document, const Places& places, QWidget* preview, QWidget* parent);

  YamlDocument& document() { return *document_; }
  Checker& checker() { return *checker_; }
  SchemaForm& form() { return *form_; }
  YamlEditor& editor() { return *editor_; }
  ProblemList& problems() { return *problems_; }
  /// Files shipped with Seawind are read-only; an attempt to edit them emits copy_requested().
  void set_read_only(bool on);
  bool is_read_only() const { return read_only_; }
  /// The line above the panes: "The file has changed on the disk." [Read it again].
  NoticeBar& notice() { return *notice_; }

  /// Shows a path in form and text. The focus does not move, so that the preview can be navigated
  /// with the keyboard.
  Q_SLOT void show_path(const QString& path);

  /// The widths of the panes, for QSettings.
  QByteArray layout_state() const;
  void restore_layout(const QByteArray& state);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 signals:
  /// The user tried to edit a read-only file, or pressed the button for a copy.
  void copy_requested();
  /// One line for the status bar.
  void status_message(const QString& line);

 private:
  YamlDocument* document_;
  Checker* checker_;
  SchemaForm* form_;
  YamlEditor* editor_;
  ProblemList* problems_;
  QSplitter* across_;
  QSplitter* down_;
  NoticeBar* notice_;
  bool read_only_ = false;
  bool placed_ = false;  // the panes have their initial widths
};

}  // namespace seawind::gui
