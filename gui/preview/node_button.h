// SPDX-License-Identifier: GPL-3.0-or-later
// A box of a drawing that can be chosen: an element of the data path, a discipline, a class. A
// button, so that it has a name for screen readers, a tool tip, and the focus.
#pragma once

#include <QAbstractButton>
#include <QStringList>

namespace seawind::gui {

class NodeButton : public QAbstractButton {
  Q_OBJECT

 public:
  enum class Look { kBox, kPill };

  explicit NodeButton(QWidget* parent = nullptr, Look look = Look::kBox);

  /// Title in bold, the lines under it. Faint: it is not there as far as packets are concerned.
  void show_text(const QString& title, const QStringList& lines, bool faint = false);
  const QStringList& lines() const { return lines_; }
  bool is_faint() const { return faint_; }
  /// A box without a path says so by not lifting under the pointer.
  void set_can_be_chosen(bool can);

  /// As wide as its longest line, within bounds; lines that are longer wrap.
  void set_width_bounds(int least, int most);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 signals:
  void focused();

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// Space presses; arrows and Enter are for the drawing around it.
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;

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

/// Of the boxes of one drawing one is reached by Tab: the last that had the focus. `current`
/// becomes `to`.
void rove(NodeButton*& current, NodeButton* to);

/// The colour of the lines between boxes.
QColor edge_colour(const QPalette& palette);
/// A line with an arrow's head at its end.
void draw_arrow(QPainter& painter, const QPointF& from, const QPointF& to);

}  // namespace seawind::gui
