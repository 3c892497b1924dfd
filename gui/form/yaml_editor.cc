// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/yaml_editor.h"

#include <algorithm>
#include <iterator>

#include "gui/document/difference.h"
#include "gui/fonts.h"
#include "gui/form/cell.h"
#include "gui/form/yaml_colours.h"

namespace seawind::gui {
namespace {

class Gutter : public QWidget {
 public:
  explicit Gutter(YamlEditor* editor) : QWidget(editor), editor_(editor) {}
  QSize sizeHint() const override { return {editor_->gutter_width(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { editor_->paint_gutter(event); }

 private:
  YamlEditor* editor_;
};

// The text with one character per line break.
QString with_lf(const QString& text) {
  QString view = text;
  view.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
  view.replace('\r', '\n');
  view.replace(QChar::ParagraphSeparator, '\n');
  return view;
}

}  // namespace

YamlEditor::YamlEditor(YamlDocument& document, Checker& checker, QWidget* parent)
    : QPlainTextEdit(parent),
      document_(document),
      checker_(checker),
      colours_(new YamlColours(QPlainTextEdit::document())),
      gutter_(new Gutter(this)) {
  setUndoRedoEnabled(false);
  setLineWrapMode(NoWrap);
  setFrameShape(QFrame::NoFrame);
  follow_font();
  setAccessibleName(tr("Text of the file"));
  colours_->follow(palette());
  busy_ = true;
  has_returns_ = document_.text().contains(QStringLiteral("\r\n"));
  setPlainText(with_lf(document_.text()));
  busy_ = false;
  moveCursor(QTextCursor::Start);
  connect(QPlainTextEdit::document(), &QTextDocument::contentsChange, this, [this] { push(); });
  connect(&document_, &YamlDocument::text_changed, this, [this] { pull(); });
  connect(&checker_, &Checker::checked, this, [this] { mark(); });
  connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { place_gutter(); });
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
    if (dy != 0) {
      gutter_->scroll(0, dy);
    } else {
      gutter_->update(0, rect.y(), gutter_->width(), rect.height());
    }
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
    if (busy_) return;
    mark();
    if (hasFocus()) {
      emit path_entered(document_.path_at(to_document(textCursor().position())));
    }
  });
  connect(&FixedFont::shared(), &FixedFont::changed, this, &YamlEditor::follow_font);
  place_gutter();
  mark();
}

void YamlEditor::follow_font() {
  const QFont fixed = fixed_font();
  setFont(fixed);
  setTabStopDistance(QFontMetricsF(fixed).horizontalAdvance(' ') * kIndent);
}

// --- synchronization with the document

QString YamlEditor::raw_text() const {
  QString text = QPlainTextEdit::document()->toRawText();
  return text.replace(QChar::ParagraphSeparator, '\n');
}

int YamlEditor::to_document(int position) const {
  if (!has_returns_) return position;
  const QString& text = document_.text();
  int seen_so_far = 0;
  int at = 0;
  while (at < text.size() && seen_so_far < position) {
    at += text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    ++seen_so_far;
  }
  return at;
}

int YamlEditor::to_view(int position) const {
  if (!has_returns_) return position;
  return position - static_cast<int>(document_.text().left(position).count(QStringLiteral("\r\n")));
}

// A word and the space before it are one undo step; so are consecutive deletions.
QString YamlEditor::merge_key(int position, int removed, const QString& added) {
  const bool deletes = added.isEmpty();
  const bool single = added.size() + removed == 1;
  const bool space = !deletes && added[0].isSpace();
  const bool goes_on =
      deletes ? run_deletes_ && (position + removed == run_end_ || position == run_end_)
              : !run_deletes_ && position == run_end_ && !(space && !run_in_space_);
  if (!single || !goes_on) ++run_;
  run_end_ = position + static_cast<int>(added.size());
  run_deletes_ = deletes;
  run_in_space_ = space;
  if (!single) run_end_ = -1;
  return single ? QStringLiteral("text#%1").arg(run_) : QString();
}

void YamlEditor::push() {
  if (busy_) return;
  const QString now = raw_text();
  const auto change = difference(with_lf(document_.text()), now);
  if (change.is_empty()) return;
  busy_ = true;
  const int from = to_document(change.position);
  const int to = to_document(change.position + change.removed);
  QString added = change.added;
  const QString key = merge_key(change.position, change.removed, added);
  if (has_returns_) added.replace('\n', QStringLiteral("\r\n"));
  document_.replace(from, to - from, added, tr("Typing"), key);
  busy_ = false;
  mark();
}

void YamlEditor::pull() {
  if (busy_) return;
  const QString wanted = with_lf(document_.text());
  has_returns_ = document_.text().contains(QStringLiteral("\r\n"));
  run_end_ = -1;
  const auto change = difference(raw_text(), wanted);
  if (change.is_empty()) return;
  busy_ = true;
  QTextCursor cursor(QPlainTextEdit::document());
  cursor.setPosition(change.position);
  cursor.setPosition(change.position + change.removed, QTextCursor::KeepAnchor);
  cursor.insertText(change.added);
  busy_ = false;
  if (hasFocus()) {  // show the place of an undo or redo
    setTextCursor(cursor);
    ensureCursorVisible();
  }
  mark();
}

// --- marks

void YamlEditor::mark() {
  QList<QTextEdit::ExtraSelection> marks;
  const int end = QPlainTextEdit::document()->characterCount() - 1;
  const auto cover = [&](int position, int length) {
    QTextCursor cursor(QPlainTextEdit::document());
    const int from = qBound(0, to_view(position), end);
    cursor.setPosition(from);
    cursor.setPosition(qBound(from, to_view(position + length), end), QTextCursor::KeepAnchor);
    if (!cursor.hasSelection()) cursor.select(QTextCursor::WordUnderCursor);
    if (!cursor.hasSelection()) cursor.select(QTextCursor::LineUnderCursor);
    return cursor;
  };
  QTextEdit::ExtraSelection line;
  QColor soft = palette().color(QPalette::Highlight);
  soft.setAlphaF(0.10F);
  line.format.setBackground(soft);
  line.format.setProperty(QTextFormat::FullWidthSelection, true);
  line.cursor = textCursor();
  line.cursor.clearSelection();
  marks << line;
  if (const auto range = document_.range(shown_path_); !shown_path_.isEmpty() && range) {
    QTextEdit::ExtraSelection shown;
    QColor stronger = palette().color(QPalette::Highlight);
    stronger.setAlphaF(0.25F);
    shown.format.setBackground(stronger);
    shown.cursor = cover(range->position, range->length);
    marks << shown;
  }
  if (checker_.is_current()) {
    for (const auto& problem : checker_.problems()) {
      if (problem.position < 0) continue;
      QTextEdit::ExtraSelection wrong;
      wrong.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
      wrong.format.setUnderlineColor(problem_colour(palette()));
      wrong.cursor = cover(problem.position, problem.length);
      marks << wrong;
    }
  }
  setExtraSelections(marks);
}

void YamlEditor::show_path(const QString& path) {
  shown_path_ = path;
  mark();
  const auto range = document_.range(path);
  if (!range) return;
  // Scrolls without moving the cursor.
  const QTextBlock block = QPlainTextEdit::document()->findBlock(to_view(range->position));
  const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
  if (place.top() < 0 || place.bottom() > viewport()->height()) {
    const int lines = viewport()->height() / qMax(1, fontMetrics().lineSpacing());
    verticalScrollBar()->setValue(qMax(0, block.blockNumber() - lines / 3));
  }
}

void YamlEditor::go_to(int position, int length) {
  QTextCursor cursor = textCursor();
  const int end = QPlainTextEdit::document()->characterCount() - 1;
  cursor.setPosition(qBound(0, to_view(position + length), end));
  cursor.setPosition(qBound(0, to_view(position), end), QTextCursor::KeepAnchor);
  setTextCursor(cursor);
  centerCursor();
  setFocus();
}

void YamlEditor::next_problem(bool backwards) {
  std::vector<const Problem*> all;
  for (const auto& problem : checker_.problems()) {
    if (problem.position >= 0) all.push_back(&problem);
  }
  if (all.empty()) {
    emit status_message(tr("No problems."));
    return;
  }
  const auto place = [](const Problem* problem) { return problem->position; };
  std::ranges::stable_sort(all, {}, place);
  const int here = to_document(textCursor().selectionStart());
  const auto before = std::ranges::lower_bound(all, here, {}, place);
  const auto after = std::ranges::upper_bound(all, here, {}, place);
  const Problem* chosen = all.front();
  if (backwards)
    chosen = before == all.begin() ? all.back() : *std::prev(before);
  else if (after != all.end())
    chosen = *after;
  go_to(chosen->position, chosen->length);
  emit status_message(chosen->message);
}

QString YamlEditor::tip_at(int position) const {
  QStringList tips;
  const int at = to_document(position);
  for (const auto& problem : checker_.problems()) {
    if (problem.position < 0 || at < problem.position ||
        at > problem.position + qMax(1, problem.length)) {
      continue;
    }
    QString tip = problem.message;
    if (!problem.hint.isEmpty()) tip += '\n' + tr("hint: %1").arg(problem.hint);
    tips << tip;
  }
  return tips.join('\n');
}

// --- events

bool YamlEditor::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && handle_undo(*static_cast<QKeyEvent*>(event))) {
    return true;
  }
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPoint at = viewport()->mapFromGlobal(help->globalPos());
    const QString tip = tip_at(cursorForPosition(at).position());
    if (tip.isEmpty()) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help->globalPos(), tip, this);
    }
    return true;
  }
  return QPlainTextEdit::event(event);
}

void YamlEditor::insertFromMimeData(const QMimeData* source) {
  if (isReadOnly()) {
    emit edit_refused();
    return;
  }
  if (!source->hasText()) return;
  QString text = with_lf(source->text());
  text.replace('\t', QString(kIndent, ' '));  // YAML does not permit tabs for indentation
  textCursor().insertText(text);
  ensureCursorVisible();
}

void YamlEditor::set_read_only(bool on) {
  setReadOnly(on);
  setTextInteractionFlags(on ? Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard
                             : Qt::TextEditorInteraction);
}

// --- line numbers

int YamlEditor::gutter_width() const {
  const int digits = qMax(3, static_cast<int>(QString::number(blockCount()).size()));
  return fontMetrics().horizontalAdvance(QString(digits, '9')) + 14;
}

void YamlEditor::place_gutter() {
  setViewportMargins(gutter_width(), 0, 0, 0);
  const QRect inside = contentsRect();
  gutter_->setGeometry(inside.left(), inside.top(), gutter_width(), inside.height());
}

void YamlEditor::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  place_gutter();
  if (hasFocus()) ensureCursorVisible();  // the editor shrinks when the problem list appears
}

void YamlEditor::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    colours_->follow(palette());
    mark();
  } else if (event->type() == QEvent::FontChange) {
    place_gutter();
  }
}

void YamlEditor::paint_gutter(QPaintEvent* event) {
  QPainter painter(gutter_);
  painter.fillRect(event->rect(), palette().color(QPalette::Window));
  painter.setFont(font());
  QTextBlock block = firstVisibleBlock();
  qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
  const int current = textCursor().blockNumber();
  while (block.isValid() && top <= event->rect().bottom()) {
    const qreal height = blockBoundingRect(block).height();
    const bool here = block.blockNumber() == current;
    painter.setPen(palette().color(here ? QPalette::WindowText : QPalette::PlaceholderText));
    painter.drawText(QRectF(0, top, gutter_->width() - 8, height),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
    block = block.next();
    top += height;
  }
}

}  // namespace seawind::gui
