// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/icon.h"

#include <QSvgRenderer>
#include <utility>

namespace seawind::gui {
namespace {

QColor ink_of(QIcon::Mode mode) {
  const QPalette palette = QApplication::palette();
  if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::WindowText);
  if (mode == QIcon::Selected) return palette.color(QPalette::HighlightedText);
  return palette.color(QPalette::WindowText);
}

class InkEngine : public QIconEngine {
 public:
  explicit InkEngine(QByteArray svg) : svg_(std::move(svg)) {}

  QIconEngine* clone() const override { return new InkEngine(svg_); }

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QByteArray inked = svg_;
    inked.replace("#000", ink_of(mode).name().toUtf8());
    QSvgRenderer(inked).render(painter, rect);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    const QString key = QString("seawind-ink/%1/%2/%3x%4")
                            .arg(qHash(svg_))
                            .arg(ink_of(mode).rgba())
                            .arg(size.width())
                            .arg(size.height());
    QPixmap drawn;
    if (QPixmapCache::find(key, &drawn)) return drawn;
    drawn = QPixmap(size);
    drawn.fill(Qt::transparent);
    QPainter painter(&drawn);
    paint(&painter, QRect(QPoint(), size), mode, state);
    painter.end();
    QPixmapCache::insert(key, drawn);
    return drawn;
  }

 private:
  QByteArray svg_;
};

}  // namespace

QIcon icon(const QString& name) {
  QFile file(":/icons/" + name + ".svg");
  if (!file.open(QIODevice::ReadOnly)) return {};
  return QIcon(new InkEngine(file.readAll()));
}

}  // namespace seawind::gui
