// SPDX-License-Identifier: GPL-3.0-or-later
// How the application looks: Fusion with a light palette, a dark one, or the desktop's; the size of
// its fonts; icons drawn in the palette's ink.
#pragma once

#include <QFont>
#include <QIcon>
#include <QString>

namespace seawind::gui {

enum class Theme { kSystem, kLight, kDark };

/// Of QSettings (appearance/theme: system, light, dark).
Theme stored_theme();
/// Stores it and makes it so, at once.
void set_theme(Theme theme);

/// In steps of a tenth, 0: the desktop's size; of QSettings (appearance/zoom).
int stored_zoom();
inline constexpr int kLeastZoom = -4;
inline constexpr int kMostZoom = 10;
/// Stores it, within its bounds, and makes it so.
void set_zoom(int steps);

/// For YAML, logs and command lines; of QSettings (appearance/fixed_font), at the stored zoom.
QFont fixed_font();
/// An empty family: the desktop's.
void set_fixed_font(const QString& family, int points);

/// Style, palette and fonts as stored; once, after the application object is there.
void apply_appearance();

/// The SVG `name` of the resources, its black drawn in the ink of the palette at the time of
/// painting: right on light, on dark, selected and disabled.
QIcon icon(const QString& name);

}  // namespace seawind::gui
