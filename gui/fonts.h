// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and fonts as the user has set them (QSettings, appearance/...).
#pragma once

#include <QtWidgets>

namespace seawind::gui {

/// Announces changes of fixed_font(). Qt announces only changes of QApplication::font(), and not to
/// the widgets inside of a window.
class FixedFont : public QObject {
  Q_OBJECT

 public:
  static FixedFont& shared();

 signals:
  void changed();
};

/// The zoom of texts, in steps of a tenth of the desktop's size; 0: that size (appearance/zoom).
int stored_zoom();
inline constexpr int kMinZoom = -4;
inline constexpr int kMaxZoom = 10;
/// `points` at the stored zoom.
qreal zoomed(qreal points);
/// Font of YAML, logs and command lines (appearance/fixed_font, fixed_points), at the stored zoom.
QFont fixed_font();

}  // namespace seawind::gui
