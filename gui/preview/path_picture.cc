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

}  // namespace

PathPicture::PathPicture(const SchemaNode& schema, QWidget* parent)
    : QWidget(parent), schema_(schema), grid_(new QGridLayout(this)) {
  setAccessibleName(tr("Path of a packet"));
  grid_->setHorizontalSpacing(24);
  grid_->setVerticalSpacing(kArrowRoom);
  grid_->setColumnStretch(0, 1);
  grid_->setColumnStretch(1, 1);
  channel_ = make_box(0, 0, 2);
  set_tab_stop(current_, channel_.button);
  grid_->addWidget(column_title(tr("Downlink: fixed host to mobile host"), this), 1, 0);
  grid_->addWidget(column_title(tr("Uplink: mobile host to fixed host"), this), 1, 1);
}

PathPicture::Box PathPicture::make_box(int row, int column, int columns) {
  Box box{new NodeButton(this), {}};
  box.button->set_width_bounds(150, 320);
  grid_->addWidget(box.button, row, column, 1, columns);
  connect(box.button, &QAbstractButton::clicked, this, [this, button = box.button] {
    set_tab_stop(current_, button);
    const QString path = button->property("path").toString();
    if (!path.isEmpty()) emit path_chosen(path);
  });
  connect(box.button, &NodeButton::focused, this,
          [this, button = box.button] { set_tab_stop(current_, button); });
  return box;
}

void PathPicture::fill(Box& box, const PathElement& element) {
  box.path = element.path;
  box.button->setProperty("path", element.path);
  box.button->set_can_be_chosen(!element.path.isEmpty());
  box.button->show_text(element.title, element.lines, !element.is_on);
  if (!element.path.isEmpty()) box.button->setToolTip(tr("Edit %1").arg(element.path));
}

void PathPicture::make_rows(std::size_t rows) {
  for (std::size_t w = 0; w < ways_.size(); ++w) {
    while (ways_[w].size() < rows) {
      const int row = kFirstRow + static_cast<int>(ways_[w].size());
      ways_[w].push_back(make_box(row, static_cast<int>(w)));
    }
  }
  grid_->setRowStretch(kFirstRow + static_cast<int>(rows), 1);
}

void PathPicture::show_profile(const config::Node& profile, const QString& router) {
  fill(channel_, channel_element(profile));
  const std::array names{tr("downlink"), tr("uplink")};
  const std::array directions{"downlink", "uplink"};
  for (std::size_t w = 0; w < ways_.size(); ++w) {
    const auto elements =
        path_elements(profile, schema_, directions[w], w == 0 ? router : QString());
    make_rows(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
      fill(ways_[w][i], elements[i]);
      NodeButton& button = *ways_[w][i].button;
      button.setAccessibleName(names[w] + ", " + button.accessibleName());
    }
  }
  update();
}

NodeButton* PathPicture::box_of(const QString& path) const {
  if (channel_.path == path) return channel_.button;
  for (const auto& way : ways_) {
    for (const Box& box : way) {
      if (box.path == path) return box.button;
    }
  }
  return nullptr;
}

void PathPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor edge = edge_colour(palette());
  painter.setPen(QPen(edge, 1.5));
  painter.setBrush(edge);
  for (const auto& way : ways_) {
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      const QRect above = way[i].button->geometry(), below = way[i + 1].button->geometry();
      const qreal x = above.center().x();
      draw_arrow(painter, {x, static_cast<qreal>(above.bottom())},
                 {x, static_cast<qreal>(below.top())});
    }
  }
}

void PathPicture::walk(int down, int across) {
  int column = 0, row = -1;  // -1: the box of the channel states above both columns
  for (std::size_t w = 0; w < ways_.size(); ++w) {
    for (std::size_t i = 0; i < ways_[w].size(); ++i) {
      if (ways_[w][i].button != current_) continue;
      column = static_cast<int>(w);
      row = static_cast<int>(i);
    }
  }
  column = std::clamp(column + across, 0, 1);
  row = std::clamp(row + down, -1, static_cast<int>(ways_[0].size()) - 1);
  const auto& way = ways_[static_cast<std::size_t>(column)];
  NodeButton* to = row < 0 ? channel_.button : way[static_cast<std::size_t>(row)].button;
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
