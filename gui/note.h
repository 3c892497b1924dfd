// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is visible while it is not empty: a notice, a problem, a result.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

/// The colour of problem texts, readable on the palette's window colour.
QColor problem_colour(const QPalette& palette);
/// Shows the text of the widget in the colour of problems, or in its own colour again.
void show_as_problem(QWidget& widget, bool problem);

class Note : public QLabel {
 public:
  enum class Look { kPlain, kFramed, kProblem };
  explicit Note(Look look = Look::kPlain, const QString& accessible_name = {});

  /// An empty text hides the note.
  void show_text(const QString& text);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  const bool is_problem_;
};

}  // namespace seawind::gui
