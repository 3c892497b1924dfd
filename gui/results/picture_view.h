// SPDX-License-Identifier: GPL-3.0-or-later
// A picture that the controller has drawn, in the colours of the theme. Its marks have tool tips,
// and those of repetitions can be activated.
//
// Mouse: Ctrl+wheel zooms, a click activates the mark. Keyboard: + and - zoom, Home fits the width,
// the arrows scroll; Ctrl+left and right move the cursor to the next mark, Return activates it. The
// context menu and tool_bar() have the actions.
#pragma once

#include <QSvgRenderer>
#include <QtWidgets>
#include <optional>

#include "controller/report/picture_renderer.h"

namespace seawind::gui {

class PictureView : public QGraphicsView {
  Q_OBJECT

 public:
  explicit PictureView(QWidget* parent = nullptr);
  ~PictureView() override;

  /// Zoom and position stay while `name` stays the same, so that the view follows a campaign that
  /// runs. `name`: file name without suffix.
  void show_picture(RenderedPicture picture, const QString& name);
  void clear() { show_picture({}, {}); }
  const RenderedPicture& picture() const { return picture_; }
  QToolBar* tool_bar() const { return tools_; }
  int room() const;  // pixels for the width of a picture
  /// Pixels of the screen for one of the picture.
  double zoom() const { return transform().m11(); }
  /// The position of a mark in the viewport.
  QPointF position_of(const PicturePoint& point) const;
  /// Writes a .svg, .png or .pdf file, by its ending, in the colours of paper. False, with a reason
  /// in `error`, if that fails.
  bool save_to(const QString& file, QString& error) const;

 signals:
  void point_activated(const QString& case_name, int number);

 protected:
  void drawBackground(QPainter* painter, const QRectF& exposed) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void make_actions();
  bool is_dark() const;
  void load();
  void set_zoom(std::optional<double> zoom);
  const PicturePoint* nearest(const QPointF& position) const;
  void step(int by);
  void activate(const PicturePoint* point);
  void save();

  RenderedPicture picture_;
  QString name_;
  QSvgRenderer renderer_;
  QGraphicsScene scene_;
  QGraphicsEllipseItem cursor_;
  int cursor_point_ = -1;  // index in picture_.points; -1: none
  bool fits_ = true;       // whether the picture is scaled to the width
  QToolBar* tools_;
};

}  // namespace seawind::gui
