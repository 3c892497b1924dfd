// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/node_button.h"

#include <algorithm>

namespace seawind::gui {
namespace {

constexpr int kMarginX = 10;
constexpr int kMarginY = 5;

QColor mixed(const QColor& a, const QColor& b, qreal share) {
  const auto part = [share](int x, int y) { return static_cast<int>(x + (y - x) * share); };
  return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

}  // namespace

NodeButton::NodeButton(QWidget* parent, Look look) : QAbstractButton(parent), look_(look) {
  setFocusPolicy(Qt::ClickFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void NodeButton::show_text(const QString& title, const QStringList& lines, bool faint) {
  setText(title);
  lines_ = lines;
  faint_ = faint;
  setAccessibleName(lines.isEmpty() ? title : title + ": " + lines.join("; "));
  setToolTip({});
  updateGeometry();
  update();
}

void NodeButton::set_can_be_chosen(bool can) {
  can_be_chosen_ = can;
  setCursor(can ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void NodeButton::set_width_bounds(int least, int most) {
  least_ = least;
  most_ = most;
  updateGeometry();
}

QFont NodeButton::title_font() const {
  QFont bold = font();
  bold.setBold(true);
  return bold;
}

int NodeButton::text_height(int width) const {
  const int room = std::max(10, width - 2 * kMarginX);
  const QFontMetrics plain(font()), bold(title_font());
  const auto wrapped = [room](const QFontMetrics& metrics, const QString& text) {
    return metrics
        .boundingRect(QRect(0, 0, room, 10'000), Qt::TextWrapAnywhere | Qt::TextWordWrap, text)
        .height();
  };
  int height = wrapped(bold, text());
  for (const QString& line : lines_) height += wrapped(plain, line);
  return height;
}

QSize NodeButton::sizeHint() const {
  const QFontMetrics plain(font());
  int width = QFontMetrics(title_font()).horizontalAdvance(text());
  for (const QString& line : lines_) width = std::max(width, plain.horizontalAdvance(line));
  width = std::clamp(width + 2 * kMarginX + 2, least_, most_);
  return {width, heightForWidth(width)};
}

QSize NodeButton::minimumSizeHint() const {
  return {least_, heightForWidth(least_)};
}

int NodeButton::heightForWidth(int width) const {
  return text_height(width) + 2 * kMarginY;
}

void NodeButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPalette& colours = palette();
  QColor fill = colours.color(QPalette::Base);
  if (look_ == Look::kPill) fill = mixed(fill, colours.color(QPalette::Highlight), 0.12);
  if (isEnabled() && can_be_chosen_ && underMouse())
    fill = mixed(fill, colours.color(QPalette::Highlight), 0.2);
  QColor ink = colours.color(QPalette::Text);
  const QColor border = mixed(colours.color(QPalette::Base), ink, faint_ ? 0.25 : 0.5);
  if (faint_) {
    fill = colours.color(QPalette::Window);
    ink = mixed(colours.color(QPalette::Window), ink, 0.5);
  }
  QPen pen(border, 1, faint_ ? Qt::DashLine : Qt::SolidLine);
  if (isChecked() || hasFocus()) pen = QPen(colours.color(QPalette::Highlight), 2);
  painter.setPen(pen);
  painter.setBrush(fill);
  const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
  const qreal round = look_ == Look::kPill ? 12 : 4;
  painter.drawRoundedRect(box, round, round);

  QRect room = rect().adjusted(kMarginX, kMarginY, -kMarginX, -kMarginY);
  painter.setPen(ink);
  const auto write = [&](const QFont& with, const QString& what) {
    painter.setFont(with);
    QRect used;
    painter.drawText(room, Qt::AlignLeft | Qt::TextWordWrap | Qt::TextWrapAnywhere, what, &used);
    room.setTop(used.bottom() + 1);
  };
  write(title_font(), text());
  for (const QString& line : lines_) write(font(), line);
}

void NodeButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space) return QAbstractButton::keyPressEvent(event);
  event->ignore();
}

void NodeButton::focusInEvent(QFocusEvent* event) {
  QAbstractButton::focusInEvent(event);
  emit focused();
}

void set_tab_stop(NodeButton*& current, NodeButton* to) {
  if (current == to) return;
  if (current != nullptr) current->setFocusPolicy(Qt::ClickFocus);
  current = to;
  if (current != nullptr) current->setFocusPolicy(Qt::StrongFocus);
}

QColor edge_colour(const QPalette& palette) {
  return mixed(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.55);
}

void draw_arrow(QPainter& painter, const QPointF& from, const QPointF& to) {
  painter.drawLine(from, to);
  const QLineF line(from, to);
  if (line.length() < 1) return;
  constexpr qreal kHead = 5;
  const QPointF along = QPointF(line.dx(), line.dy()) / line.length();
  const QPointF across(-along.y(), along.x());
  const QPointF base = to - along * kHead;
  painter.drawPolygon(QPolygonF({to, base + across * kHead * 0.6, base - across * kHead * 0.6}));
}

}  // namespace seawind::gui
