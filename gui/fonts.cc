// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/fonts.h"

#include <algorithm>

namespace seawind::gui {

FixedFont& FixedFont::shared() {
  static FixedFont font;
  return font;
}

int stored_zoom() {
  return std::clamp(QSettings().value("appearance/zoom", 0).toInt(), kMinZoom, kMaxZoom);
}

qreal zoomed(qreal points) {
  return std::max(5.0, points * (1.0 + 0.1 * stored_zoom()));
}

QFont fixed_font() {
  const QSettings settings;
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  const QString family = settings.value("appearance/fixed_font").toString();
  if (!family.isEmpty()) font.setFamily(family);
  const int points = settings.value("appearance/fixed_points", 0).toInt();
  font.setPointSizeF(zoomed(points > 0 ? points : font.pointSizeF()));
  return font;
}

}  // namespace seawind::gui
