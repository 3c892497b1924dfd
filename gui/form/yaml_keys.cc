// SPDX-License-Identifier: GPL-3.0-or-later
// The key handling of the editor: indentation, rejected edits, undo of the document.

#include "gui/document/undo_step.h"
#include "gui/form/yaml_editor.h"

namespace seawind::gui {

bool YamlEditor::handle_undo(QKeyEvent& event) {
  const bool undo = event.matches(QKeySequence::Undo);
  if (!undo && !event.matches(QKeySequence::Redo)) return false;
  event.accept();
  if (event.type() == QEvent::KeyPress) {
    undo ? document_.undo_stack().undo() : document_.undo_stack().redo();
  }
  return true;
}

void YamlEditor::indent_lines(bool back) {
  QTextCursor cursor = textCursor();
  if (!cursor.hasSelection() && !back) {
    const int column = cursor.positionInBlock();
    cursor.insertText(QString(kIndent - column % kIndent, ' '));
    return;
  }
  const int from = cursor.selectionStart();
  const int to = cursor.selectionEnd();
  QTextBlock block = QPlainTextEdit::document()->findBlock(from);
  const UndoStep step(document_, back ? tr("Indent less") : tr("Indent more"));
  while (block.isValid() && (block.position() < to || block.contains(from))) {
    QTextCursor edit(block);
    if (!back) {
      edit.insertText(QString(kIndent, ' '));
    } else {
      for (int i = 0; i < kIndent && block.text().startsWith(' '); ++i) edit.deleteChar();
    }
    block = block.next();
  }
}

void YamlEditor::keyPressEvent(QKeyEvent* event) {
  if (handle_undo(*event)) return;
  const bool types = !event->text().isEmpty() && event->text()[0].isPrint();
  const bool edits = types || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
                     event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete ||
                     event->matches(QKeySequence::Paste) || event->matches(QKeySequence::Cut);
  if (isReadOnly() && edits) {
    emit edit_refused();
    return;
  }
  if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab) {
    if (!isReadOnly()) indent_lines(event->key() == Qt::Key_Backtab);
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    // The new line has the indentation of the line before, plus one step after a key without a
    // value.
    const QString line = textCursor().block().text().left(textCursor().positionInBlock());
    qsizetype depth = 0;
    while (depth < line.size() && line[depth] == ' ') ++depth;
    if (line.trimmed().endsWith(':')) depth += kIndent;
    textCursor().insertText('\n' + QString(depth, ' '));
    ensureCursorVisible();
    return;
  }
  QPlainTextEdit::keyPressEvent(event);
}

}  // namespace seawind::gui
