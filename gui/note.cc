// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/note.h"

namespace seawind::gui {

QColor problem_colour(const QPalette& palette) {
  const bool dark = palette.color(QPalette::Window).lightness() < 128;
  return dark ? QColor(255, 138, 128) : QColor(183, 28, 28);
}

void show_as_problem(QWidget& widget, bool problem) {
  QPalette colours;
  if (problem) colours.setColor(QPalette::WindowText, problem_colour(widget.palette()));
  widget.setPalette(colours);
}

Note::Note(Look look, const QString& accessible_name) : is_problem_(look == Look::kProblem) {
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  if (!accessible_name.isEmpty())
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setAccessibleName(accessible_name);
  if (look == Look::kFramed) setFrameShape(QFrame::StyledPanel);
  if (is_problem_) show_as_problem(*this, true);
  show_text({});
}

void Note::show_text(const QString& text) {
  setText(text);
  // A widget that accepts the focus needs an accessible name; Qt uses the text of a label.
  if (accessibleName().isEmpty()) setFocusPolicy(text.isEmpty() ? Qt::NoFocus : Qt::ClickFocus);
  setVisible(!text.isEmpty());
}

void Note::changeEvent(QEvent* event) {
  if (is_problem_ && event->type() == QEvent::PaletteChange) show_as_problem(*this, true);
  QLabel::changeEvent(event);
}

}  // namespace seawind::gui
