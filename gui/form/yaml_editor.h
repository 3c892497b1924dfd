// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a document. The editor has no undo stack: every edit goes through the document.
// Changes made elsewhere appear in the editor and keep the cursor at its text.
//
// Inside, lines end with one character; a document with CRLF keeps them, positions are translated.
#pragma once

#include <QPlainTextEdit>

#include "gui/document/checker.h"
#include "gui/document/yaml_document.h"

namespace seawind::gui {

class YamlColours;

class YamlEditor : public QPlainTextEdit {
  Q_OBJECT

 public:
  YamlEditor(YamlDocument& document, Checker& checker, QWidget* parent = nullptr);

  /// Marks the value at the path and scrolls there; the cursor stays.
  void show_path(const QString& path);
  /// Puts the cursor at a position of the document's text and scrolls there.
  void go_to(int position, int length = 0);
  void next_problem(bool backwards);
  /// Rejects typing; an attempt emits edit_refused().
  void set_read_only(bool on);

  int gutter_width() const;
  void paint_gutter(QPaintEvent* event);

 signals:
  /// The cursor stands in the value of this path now; only while the editor has the focus.
  void path_entered(const QString& path);
  void edit_refused();
  void told(const QString& line);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void insertFromMimeData(const QMimeData* source) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void push();  // typed text to the document
  void pull();  // document text to the editor
  void mark();  // squiggles, the shown path, the current line
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
  bool busy_ = false;         // the change comes from here, or goes to here
  bool has_returns_ = false;  // CRLF
  int run_ = 0;               // of typing that is one step of undo
  int run_end_ = -1;
  bool run_deletes_ = false;
  bool run_in_space_ = false;
};

}  // namespace seawind::gui
