// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/form/yaml_colours.h"

namespace seawind::gui {
namespace {

// The start of the comment of a line: a # after a blank and outside quotes; -1 if there is none.
qsizetype comment_at(const QString& line) {
  QChar quote;
  for (qsizetype i = 0; i < line.size(); ++i) {
    const QChar c = line[i];
    if (!quote.isNull()) {
      if (c == quote) quote = QChar();
      if (c == '\\' && quote == '"') ++i;
    } else if ((c == '"' || c == '\'') && (i == 0 || !line[i - 1].isLetterOrNumber())) {
      quote = c;
    } else if (c == '#' && (i == 0 || line[i - 1].isSpace())) {
      return i;
    }
  }
  return -1;
}

}  // namespace

YamlColours::YamlColours(QTextDocument* text) : QSyntaxHighlighter(text) {}

void YamlColours::follow(const QPalette& palette) {
  const bool dark = palette.color(QPalette::Base).lightness() < 128;
  key_.setForeground(dark ? QColor(122, 178, 244) : QColor(0, 78, 152));
  comment_.setForeground(dark ? QColor(140, 158, 140) : QColor(96, 112, 96));
  quoted_.setForeground(dark ? QColor(206, 170, 130) : QColor(138, 74, 16));
  number_.setForeground(dark ? QColor(150, 208, 160) : QColor(12, 106, 60));
  word_.setForeground(dark ? QColor(200, 160, 220) : QColor(120, 50, 150));
  anchor_.setForeground(dark ? QColor(230, 200, 110) : QColor(130, 96, 0));
  rehighlight();
}

void YamlColours::highlightBlock(const QString& line) {
  static const QRegularExpression kKey(
      QStringLiteral("(?:^|[\\s{,])([A-Za-z0-9_.\\-]+)\\s*:(?=\\s|$)"));
  static const QRegularExpression kQuoted(QStringLiteral("\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'"));
  static const QRegularExpression kNumber(
      QStringLiteral("(?<=[\\s\\[{,])[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?"
                     "(?:[A-Za-z%]+(?:/s)?)?(?=[\\s,\\]}]|$)"));
  static const QRegularExpression kWord(
      QStringLiteral("(?<=[\\s\\[{,])(?:true|false|off|null)(?=[\\s,\\]}]|$)"));
  static const QRegularExpression kAnchor(QStringLiteral("(?<=[\\s\\[{,])[&*][A-Za-z0-9_\\-]+"));
  const qsizetype comment = comment_at(line);
  const QString code = comment < 0 ? line : line.left(comment);
  const auto paint = [&](const QRegularExpression& pattern, const QTextCharFormat& format,
                         int group) {
    for (auto it = pattern.globalMatch(code); it.hasNext();) {
      const auto match = it.next();
      setFormat(static_cast<int>(match.capturedStart(group)),
                static_cast<int>(match.capturedLength(group)), format);
    }
  };
  paint(kNumber, number_, 0);
  paint(kWord, word_, 0);
  paint(kAnchor, anchor_, 0);
  paint(kKey, key_, 1);
  paint(kQuoted, quoted_, 0);
  if (comment >= 0) {
    setFormat(static_cast<int>(comment), static_cast<int>(line.size() - comment), comment_);
  }
}

}  // namespace seawind::gui
