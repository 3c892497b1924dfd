// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/path_picture.h"

#include <algorithm>

#include "gui/layouts.h"

namespace seawind::gui {
namespace {

constexpr int kArrowRoom = 14;  // height of an arrow, pixels
constexpr int kFirstRow = 2;

QLabel* column_title(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  make_bold(*label);
  label->setAlignment(Qt::AlignCenter);
  label->setWordWrap(true);
  return label;
}

constexpr const char* kPath = "path";  // property of a box: the key it edits

QString path_of(const NodeButton& box) {
  return box.property(kPath).toString();
}

}  // namespace

PathPicture::PathPicture(const SchemaNode& schema, QWidget* parent)
    : QWidget(parent), schema_(schema), grid_(new QGridLayout(this)) {
  setAccessibleName(tr("Path of a packet"));
  grid_->setHorizontalSpacing(24);
  grid_->setVerticalSpacing(kArrowRoom);
  grid_->setColumnStretch(0, 1);
  grid_->setColumnStretch(1, 1);
  channel_ = make_box(0, 0, 2);
  set_tab_stop(current_, channel_);
  grid_->addWidget(column_title(tr("Downlink: fixed host to mobile host"), this), 1, 0);
  grid_->addWidget(column_title(tr("Uplink: mobile host to fixed host"), this), 1, 1);
}

NodeButton* PathPicture::make_box(int row, int column, int columns) {
  auto* box = new NodeButton(this);
  box->set_width_bounds(150, 320);
  grid_->addWidget(box, row, column, 1, columns);
  connect(box, &QAbstractButton::clicked, this, [this, box] {
    set_tab_stop(current_, box);
    if (const QString path = path_of(*box); !path.isEmpty()) emit path_chosen(path);
  });
  connect(box, &NodeButton::focused, this, [this, box] { set_tab_stop(current_, box); });
  return box;
}

void PathPicture::fill(NodeButton& box, const PathElement& element) {
  box.setProperty(kPath, element.path);
  box.set_can_be_chosen(!element.path.isEmpty());
  box.show_text(element.title, element.lines, !element.is_on);
  if (!element.path.isEmpty()) box.setToolTip(tr("Edit %1").arg(element.path));
}

void PathPicture::make_rows(std::size_t rows) {
  for (std::size_t w = 0; w < directions_.size(); ++w) {
    while (directions_[w].size() < rows) {
      const int row = kFirstRow + static_cast<int>(directions_[w].size());
      directions_[w].push_back(make_box(row, static_cast<int>(w)));
    }
  }
  grid_->setRowStretch(kFirstRow + static_cast<int>(rows), 1);
}

void PathPicture::show_profile(const config::Node& profile, const QString& router) {
  fill(*channel_, channel_element(profile));
  const std::array names{tr("downlink"), tr("uplink")};
  const std::array keys{"downlink", "uplink"};
  for (std::size_t w = 0; w < directions_.size(); ++w) {
    const auto elements = path_elements(profile, schema_, keys[w], w == 0 ? router : QString());
    make_rows(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
      NodeButton& box = *directions_[w][i];
      fill(box, elements[i]);
      box.setAccessibleName(names[w] + ", " + box.accessibleName());
    }
  }
  update();
}

NodeButton* PathPicture::box_of(const QString& path) const {
  if (path_of(*channel_) == path) return channel_;
  for (const auto& boxes : directions_)
    for (NodeButton* box : boxes)
      if (path_of(*box) == path) return box;
  return nullptr;
}

void PathPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor edge = edge_colour(palette());
  painter.setPen(QPen(edge, 1.5));
  painter.setBrush(edge);
  for (const auto& boxes : directions_) {
    for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
      const QRect above = boxes[i]->geometry(), below = boxes[i + 1]->geometry();
      const qreal x = above.center().x();
      draw_arrow(painter, {x, static_cast<qreal>(above.bottom())},
                 {x, static_cast<qreal>(below.top())});
    }
  }
}

void PathPicture::walk(int down, int across) {
  int column = 0, row = -1;  // -1: the box of the channel states above both columns
  for (std::size_t w = 0; w < directions_.size(); ++w) {
    for (std::size_t i = 0; i < directions_[w].size(); ++i) {
      if (directions_[w][i] != current_) continue;
      column = static_cast<int>(w);
      row = static_cast<int>(i);
    }
  }
  column = std::clamp(column + across, 0, 1);
  row = std::clamp(row + down, -1, static_cast<int>(directions_[0].size()) - 1);
  const auto& boxes = directions_[static_cast<std::size_t>(column)];
  NodeButton* to = row < 0 ? channel_ : boxes[static_cast<std::size_t>(row)];
  set_tab_stop(current_, to);
  to->setFocus(Qt::OtherFocusReason);
}

void PathPicture::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
      return walk(-1, 0);
    case Qt::Key_Down:
      return walk(1, 0);
    case Qt::Key_Left:
      return walk(0, -1);
    case Qt::Key_Right:
      return walk(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return current_->click();
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace seawind::gui
