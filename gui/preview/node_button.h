// SPDX-License-Identifier: GPL-3.0-or-later
// A selectable box of a drawing: an element of the data path, a discipline, a class. It is a
// button, so that it has the focus, a tool tip and a name for screen readers.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

class NodeButton : public QAbstractButton {
  Q_OBJECT

 public:
  enum class Look { kBox, kPill };

  explicit NodeButton(QWidget* parent = nullptr, Look look = Look::kBox);

  /// The title is bold, the lines are below it. Faint: drawn dashed and pale, for an element that
  /// has no effect on packets.
  void show_text(const QString& title, const QStringList& lines, bool faint = false);
  const QStringList& lines() const { return lines_; }
  /// A box that cannot be chosen does not react to the pointer.
  void set_can_be_chosen(bool can);

  /// Bounds of the width in pixels. The box is as wide as its longest line, within the bounds;
  /// longer lines wrap.
  void set_width_bounds(int least, int most);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 signals:
  /// The box received the focus.
  void focused();

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// Space presses the button. Other keys are ignored, so that the parent handles them.
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  QFont title_font() const;
  int text_height(int width) const;
  Look look_;
  QStringList lines_;
  bool faint_ = false;
  bool can_be_chosen_ = true;
  int least_ = 120;
  int most_ = 260;
};

/// Moves the Tab stop of a drawing from `current` to `to` and sets `current` to `to`. Tab reaches
/// one box of a drawing: the one that had the focus last.
void set_tab_stop(NodeButton*& current, NodeButton* to);

/// The colour of the lines between the boxes.
QColor edge_colour(const QPalette& palette);
/// Draws a line with an arrowhead at `to`.
void draw_arrow(QPainter& painter, const QPointF& from, const QPointF& to);

}  // namespace seawind::gui
