// SPDX-License-Identifier: GPL-3.0-or-later
// The text editor of a document. It has no undo stack of its own: every edit goes through the
// document. After a change of the document from elsewhere, the cursor of an editor without the
// focus stays at its text.
//
// Lines in the editor end with one character. A document with CRLF keeps them; positions are
// converted.
#pragma once

#include <QtWidgets>

#include "gui/document/checker.h"
#include "gui/document/yaml_document.h"

namespace seawind::gui {

class YamlColours;

class YamlEditor : public QPlainTextEdit {
  Q_OBJECT

 public:
  YamlEditor(YamlDocument& document, Checker& checker, QWidget* parent = nullptr);

  /// Marks the value at the path and scrolls to it; the cursor does not move.
  void show_path(const QString& path);
  /// Sets the cursor to a position of the document's text, selects `length` characters and scrolls
  /// there.
  void go_to(int position, int length = 0);
  /// Moves the cursor to the next problem, or to the previous one.
  void next_problem(bool backwards);
  /// Rejects typing; an attempt emits edit_refused().
  void set_read_only(bool on);

  /// Width of the line numbers in pixels, for the widget that draws them.
  int gutter_width() const;
  void paint_gutter(QPaintEvent* event);

 signals:
  /// The cursor is now in the value of this path. Emitted only while the editor has the focus.
  void path_entered(const QString& path);
  void edit_refused();
  /// One line for the status bar.
  void status_message(const QString& line);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void insertFromMimeData(const QMimeData* source) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void follow_font();
  void push();  // writes typed text to the document
  void pull();  // writes the document's text to the editor
  void mark();  // squiggles, shown path, current line
  void place_gutter();
  QString raw_text() const;
  int to_document(int position) const;
  int to_view(int position) const;
  QString tip_at(int position) const;
  QString merge_key(int position, int removed, const QString& added);
  bool handle_undo(QKeyEvent& event);
  void indent_lines(bool back);

  static constexpr int kIndent = 2;

  YamlDocument& document_;
  Checker& checker_;
  YamlColours* colours_;
  QWidget* gutter_;
  QString shown_path_;
  bool busy_ = false;         // push() or pull() is running
  bool has_returns_ = false;  // the document has CRLF
  int run_ = 0;               // number of the current run of typing, which is one undo step
  int run_end_ = -1;
  bool run_deletes_ = false;
  bool run_in_space_ = false;
};

}  // namespace seawind::gui
