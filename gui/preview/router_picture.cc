// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/router_picture.h"

#include <algorithm>
#include <functional>

namespace seawind::gui {
namespace {

constexpr int kGapX = 26;
constexpr int kGapY = 10;
constexpr int kMargin = 8;
constexpr int kEndWidth = 64;  // room for "packets arrive" and for "the link takes them"

void visit(const RouterNode& node, std::size_t depth,
           const std::function<void(const RouterNode&, std::size_t)>& see) {
  see(node, depth);
  for (const auto& child : node.children) visit(*child, depth + 1, see);
}

/// Draws a curve from the right side of one box to the left side of another, horizontal at both
/// ends.
void draw_edge(QPainter& painter, const QPointF& from, const QPointF& to) {
  QPainterPath path(from);
  const qreal bend = (to.x() - from.x()) * 0.5;
  const QPointF end = to - QPointF(5, 0);
  path.cubicTo(from + QPointF(bend, 0), end - QPointF(bend, 0), end);
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  painter.setBrush(painter.pen().color());
  draw_arrow(painter, end, to);
}

QPointF right_of(const QRect& box) {
  return {box.right() + 1.0, box.center().y() + 0.5};
}
QPointF left_of(const QRect& box) {
  return {static_cast<qreal>(box.left()), box.center().y() + 0.5};
}

}  // namespace

RouterPicture::RouterPicture(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Tree of the router"));
}

NodeButton* RouterPicture::make_box(const RouterNode& node) {
  auto* box =
      new NodeButton(this, node.is_class() ? NodeButton::Look::kPill : NodeButton::Look::kBox);
  box->set_width_bounds(90, 190);
  box->setCheckable(true);
  box->show_text(node.title, node.lines, node.is_default);
  box->setAccessibleName(
      (node.is_class() ? tr("class %1") : tr("discipline %1")).arg(box->accessibleName()));
  box->setToolTip(node.path);
  const QString place = node.place;
  connect(box, &NodeButton::focused, this, [this, place] { select(place, false); });
  connect(box, &QAbstractButton::clicked, this, [this, place] {
    select(place);
    if (const RouterNode* of = selected()) emit chosen(of->path);
  });
  return box;
}

void RouterPicture::show_tree(std::unique_ptr<RouterNode> root) {
  bool had_focus = false;
  for (const auto& [place, box] : boxes_) {
    had_focus = had_focus || box->hasFocus();
    box->hide();
    box->deleteLater();  // a signal of this box can be on the call stack
  }
  boxes_.clear();
  current_ = nullptr;
  root_ = std::move(root);
  if (root_ != nullptr) {
    visit(*root_, 0, [this](const RouterNode& node, std::size_t) {
      NodeButton* box = make_box(node);
      boxes_[node.place] = box;
      box->show();
    });
    QString place = selected_;
    while (!boxes_.contains(place) && place != "root") {
      const auto cut = std::max(place.lastIndexOf('.'), place.lastIndexOf('['));
      place = cut <= 0 ? QString("root") : place.left(cut);
    }
    selected_.clear();
    select(place, had_focus);
  }
  arrange();
}

NodeButton* RouterPicture::box_of(const QString& place) const {
  const auto found = boxes_.find(place);
  return found == boxes_.end() ? nullptr : found->second;
}

RouterNode* RouterPicture::selected() const {
  return root_ == nullptr ? nullptr : find_node(*root_, selected_);
}

void RouterPicture::select(const QString& place, bool focus) {
  NodeButton* box = box_of(place);
  if (box == nullptr) return;
  set_tab_stop(current_, box);
  for (const auto& [other, button] : boxes_) button->setChecked(other == place);
  const bool changed = selected_ != place;
  selected_ = place;
  if (focus && !box->hasFocus()) box->setFocus(Qt::OtherFocusReason);
  if (changed) emit selection_changed();
}

int RouterPicture::place_column(const RouterNode& node, std::size_t depth, int top) {
  NodeButton* box = box_of(node.place);
  const int width = columns_[depth + 1] - columns_[depth] - kGapX;
  const int height = box->heightForWidth(width);
  int below = top;
  for (const auto& child : node.children) below = place_column(*child, depth + 1, below);
  const int span = std::max(height + kGapY, below - top);
  int y = top + (span - kGapY - height) / 2;
  if (!node.children.empty()) {
    const QRect first = box_rect(*node.children.front()), last = box_rect(*node.children.back());
    y = std::max(top, (first.center().y() + last.center().y() - height) / 2);
  }
  box->setGeometry(columns_[depth], y, width, height);
  return std::max(top + span, y + height + kGapY);
}

QRect RouterPicture::box_rect(const RouterNode& node) const {
  const NodeButton* box = box_of(node.place);
  return box != nullptr ? box->geometry() : QRect();
}

void RouterPicture::arrange() {
  columns_.clear();
  if (root_ == nullptr) return;
  std::vector<int> widths;
  visit(*root_, 0, [&](const RouterNode& node, std::size_t depth) {
    if (widths.size() <= depth) widths.resize(depth + 1, 0);
    widths[depth] = std::max(widths[depth], box_of(node.place)->sizeHint().width());
  });
  int x = kMargin + kEndWidth + kGapX;
  for (const int width : widths) {
    columns_.push_back(x);
    x += width + kGapX;
  }
  columns_.push_back(x);
  content_height_ = place_column(*root_, 0, kMargin);
  setMinimumSize(x + kEndWidth + kMargin, content_height_ + kMargin);
  update();
}

void RouterPicture::paintEvent(QPaintEvent*) {
  if (root_ == nullptr) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor edge = edge_colour(palette());
  painter.setPen(QPen(edge, 1.5));
  const QRect first = box_rect(*root_);
  const qreal mid = first.center().y() + 0.5;
  draw_edge(painter, {kMargin + kEndWidth + 0.0, mid}, left_of(first));
  const int link = columns_.back();
  visit(*root_, 0, [&](const RouterNode& node, std::size_t) {
    const QRect box = box_rect(node);
    for (const auto& child : node.children)
      draw_edge(painter, right_of(box), left_of(box_rect(*child)));
    if (!node.children.empty()) return;
    // A dotted line from each queue to the link.
    painter.save();
    painter.setPen(QPen(edge, 1, Qt::DotLine));
    painter.drawLine(right_of(box), QPointF(link, box.center().y() + 0.5));
    painter.restore();
  });
  painter.drawLine(link, kMargin, link, content_height_ - kGapY);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(QRectF(kMargin, mid - 30, kEndWidth, 60), Qt::AlignCenter | Qt::TextWordWrap,
                   tr("packets arrive"));
  painter.drawText(QRectF(link + 6, mid - 40, kEndWidth, 80),
                   Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, tr("the link takes them"));
}

void RouterPicture::walk(int key) {
  const RouterNode* at = selected();
  if (at == nullptr) return;
  const RouterNode* to = at;
  if (key == Qt::Key_Left && at->parent != nullptr) to = at->parent;
  if (key == Qt::Key_Right && !at->children.empty()) to = at->children.front().get();
  if (key == Qt::Key_Up || key == Qt::Key_Down) {
    // The neighbour in the same column, whatever its parent is.
    std::vector<std::vector<const RouterNode*>> columns;
    std::size_t column = 0;
    visit(*root_, 0, [&](const RouterNode& node, std::size_t depth) {
      if (columns.size() <= depth) columns.resize(depth + 1);
      columns[depth].push_back(&node);
      if (&node == at) column = depth;
    });
    const auto& among = columns[column];
    const auto found = std::find(among.begin(), among.end(), at);
    if (key == Qt::Key_Up && found != among.begin()) to = *(found - 1);
    if (key == Qt::Key_Down && found + 1 != among.end()) to = *(found + 1);
  }
  select(QString(to->place));
}

void RouterPicture::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (event->modifiers() != Qt::NoModifier) break;
      return walk(event->key());
    case Qt::Key_Home:
      return select("root");
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (const RouterNode* node = selected()) emit chosen(node->path);
      return;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void RouterPicture::begin_rename() {
  NodeButton* box = box_of(selected_);
  const RouterNode* node = selected();
  if (box == nullptr || !node->is_class()) return;
  if (name_field_ != nullptr) return name_field_->setFocus();
  name_field_ = new QLineEdit(node->title, this);
  name_field_->setAccessibleName(tr("Name of the class"));
  const QRect over = box->geometry();
  name_field_->setGeometry(over.x(), over.y(), std::max(over.width(), 120),
                           name_field_->sizeHint().height());
  name_field_->installEventFilter(this);
  name_field_->selectAll();
  name_field_->show();
  name_field_->setFocus();
}

bool RouterPicture::eventFilter(QObject* watched, QEvent* event) {
  if (watched != name_field_ || name_field_ == nullptr) return QWidget::eventFilter(watched, event);
  const auto leave = [this] {
    name_field_->removeEventFilter(this);
    name_field_->hide();
    name_field_->deleteLater();
    name_field_ = nullptr;
  };
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
      const QString name = name_field_->text();
      leave();
      select(QString(selected_));
      if (key != Qt::Key_Escape) emit renamed(name);
      return true;
    }
  } else if (event->type() == QEvent::FocusOut) {
    const QString name = name_field_->text();
    leave();
    emit renamed(name);
    return false;
  }
  return QWidget::eventFilter(watched, event);
}

void RouterPicture::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) arrange();
  QWidget::changeEvent(event);
}

}  // namespace seawind::gui
