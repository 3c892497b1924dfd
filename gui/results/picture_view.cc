// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/picture_view.h"

#include <algorithm>
#include <cmath>

#include "controller/report/picture.h"
#include "gui/layouts.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

constexpr double kStep = 1.25;    // factor of one zoom step
constexpr double kMostZoom = 16;  // the smallest is its reciprocal
constexpr double kReach = 8;      // pixels from a mark
constexpr int kMargin = 8;        // pixels around the picture
constexpr double kCopyScale = 2;  // pixels of a copy for one of the picture

}  // namespace

PictureView::PictureView(QWidget* parent)
    : QGraphicsView(parent),
      cursor_(-kReach, -kReach, 2 * kReach, 2 * kReach),
      tools_(new QToolBar) {
  setAccessibleName(tr("Picture"));
  setContextMenuPolicy(Qt::ActionsContextMenu);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setCacheMode(CacheBackground);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // the width does not depend on the height
  viewport()->setMouseTracking(true);
  viewport()->setAccessibleName(accessibleName());
  cursor_.setFlag(QGraphicsItem::ItemIgnoresTransformations);
  scene_.addItem(&cursor_);
  setScene(&scene_);
  make_actions();
}

PictureView::~PictureView() {
  scene_.removeItem(&cursor_);
}

void PictureView::make_actions() {
  const auto add = [this](const QString& text, const QList<QKeySequence>& keys, const auto& work) {
    tools_->addAction(add_shortcut(*this, text, keys, work));
  };
  add(tr("Zoom &in"), {Qt::Key_Plus, Qt::Key_Equal},  // on many keyboards + is Shift and =
      [this] { set_zoom(zoom() * kStep); });
  add(tr("Zoom &out"), {Qt::Key_Minus}, [this] { set_zoom(zoom() / kStep); });
  add(tr("&Fit"), {Qt::Key_Home}, [this] { set_zoom({}); });
  add(tr("&Copy"), {QKeySequence::Copy}, [this] {
    const std::string svg = with_colours(picture_.svg, false);
    QSvgRenderer paper(QByteArray::fromStdString(svg));
    QImage image(paper.defaultSize() * kCopyScale, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paper.render(&painter);
    painter.end();
    auto* both = new QMimeData;
    both->setImageData(image);
    both->setData("image/svg+xml", QByteArray::fromStdString(svg));
    QApplication::clipboard()->setMimeData(both);
  });
  add(tr("&Save…"), {QKeySequence("Ctrl+Shift+P")}, [this] { save(); });
}

bool PictureView::is_dark() const {
  return palette().color(QPalette::Base).lightness() < palette().color(QPalette::Text).lightness();
}

void PictureView::show_picture(RenderedPicture picture, const QString& name) {
  picture_ = std::move(picture);
  cursor_point_ = -1;
  if (name != name_) {
    fits_ = true;
    verticalScrollBar()->setValue(0);
  }
  name_ = name;
  load();
}

void PictureView::load() {
  renderer_.load(QByteArray::fromStdString(with_colours(picture_.svg, is_dark())));
  for (QAction* action : actions()) action->setEnabled(renderer_.isValid());
  cursor_.setVisible(cursor_point_ >= 0);
  cursor_.setPen(QPen(palette().color(QPalette::Text), 1.5));
  scene_.setSceneRect(
      QRectF({}, QSizeF(renderer_.defaultSize())).adjusted(-kMargin, -kMargin, kMargin, kMargin));
  if (fits_) set_zoom({});
  resetCachedContent();
  viewport()->update();
}

void PictureView::drawBackground(QPainter* painter, const QRectF& exposed) {
  painter->fillRect(exposed,
                    QColor(QString::fromStdString(with_colours("var(--card)", is_dark()))));
  painter->setRenderHint(QPainter::Antialiasing);
  renderer_.render(painter, QRectF({}, QSizeF(renderer_.defaultSize())));
}

int PictureView::room() const {
  return viewport()->width() - 2 * kMargin;
}

/// Without a value, the picture is reduced to the width if necessary, but not enlarged.
void PictureView::set_zoom(std::optional<double> zoom) {
  fits_ = !zoom;
  const double scale = zoom ? std::clamp(*zoom, 1 / kMostZoom, kMostZoom)
                            : std::min(1.0, viewport()->width() / scene_.sceneRect().width());
  setTransform(QTransform::fromScale(scale, scale));
}

QPointF PictureView::position_of(const PicturePoint& point) const {
  return viewportTransform().map(QPointF(point.x, point.y));
}

void PictureView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  if (fits_) set_zoom({});
}

void PictureView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) load();
  QGraphicsView::changeEvent(event);
}

void PictureView::wheelEvent(QWheelEvent* event) {
  if (!event->modifiers().testFlag(Qt::ControlModifier)) return QGraphicsView::wheelEvent(event);
  const QPointF fixed = mapToScene(event->position().toPoint());
  set_zoom(zoom() * std::pow(kStep, event->angleDelta().y() / 120.0));
  const QPointF moved = viewportTransform().map(fixed) - event->position();
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(moved.x()));
  verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(moved.y()));
  event->accept();
}

void PictureView::keyPressEvent(QKeyEvent* event) {
  const bool control = event->modifiers().testFlag(Qt::ControlModifier);
  if (control && event->key() == Qt::Key_Right) return step(1);
  if (control && event->key() == Qt::Key_Left) return step(-1);
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    return activate(cursor_point_ < 0 ? nullptr
                                      : &picture_.points[static_cast<std::size_t>(cursor_point_)]);
  QGraphicsView::keyPressEvent(event);
}

void PictureView::step(int by) {
  const auto count = static_cast<int>(picture_.points.size());
  if (count == 0) return;
  cursor_point_ = cursor_point_ < 0 ? 0 : std::clamp(cursor_point_ + by, 0, count - 1);
  const PicturePoint& point = picture_.points[static_cast<std::size_t>(cursor_point_)];
  const QString text = QString::fromStdString(point.text);
  setAccessibleDescription(text);
  cursor_.setPos(point.x, point.y);
  cursor_.show();
  ensureVisible(point.x, point.y, 1, 1);
  QToolTip::showText(viewport()->mapToGlobal(position_of(point).toPoint()), text, viewport());
}

const PicturePoint* PictureView::nearest(const QPointF& position) const {
  const PicturePoint* best = nullptr;
  double reach = kReach;
  for (const PicturePoint& point : picture_.points) {
    const QPointF away = position_of(point) - position;
    const double distance = std::hypot(away.x(), away.y());
    if (distance >= reach) continue;
    reach = distance;
    best = &point;
  }
  return best;
}

void PictureView::activate(const PicturePoint* point) {
  if (point != nullptr && !point->case_name.empty())
    emit point_activated(QString::fromStdString(point->case_name), int{point->number});
}

void PictureView::mouseMoveEvent(QMouseEvent* event) {
  const PicturePoint* point = nearest(event->position());
  const bool opens = point != nullptr && !point->case_name.empty();
  viewport()->setCursor(opens ? Qt::PointingHandCursor : Qt::ArrowCursor);
  QToolTip::showText(event->globalPosition().toPoint(),
                     point != nullptr ? QString::fromStdString(point->text) : QString(),
                     viewport());
}

void PictureView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) activate(nearest(event->position()));
}

bool PictureView::save_to(const QString& file, QString& error) const {
  try {
    write_picture(with_colours(picture_.svg, false), to_path(file));
    return true;
  } catch (const std::exception& e) {
    error = QString::fromUtf8(e.what());
    return false;
  }
}

void PictureView::save() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Save picture"), name_ + ".svg",
                                                    tr("Pictures (*.svg *.png *.pdf)"));
  QString error;
  if (!file.isEmpty() && !save_to(file, error))
    QMessageBox::warning(this, tr("Save picture"), error);
}

}  // namespace seawind::gui
