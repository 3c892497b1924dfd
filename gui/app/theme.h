// SPDX-License-Identifier: GPL-3.0-or-later
// How the application looks: Fusion with a light palette, a dark one, or the desktop's; the size of
// its fonts; icons drawn in the palette's ink.
#pragma once

#include <QIcon>
#include <QString>

#include "gui/fonts.h"

namespace seawind::gui {

enum class Theme { kSystem, kLight, kDark };

/// Of QSettings (appearance/theme: system, light, dark).
Theme stored_theme();
/// Stores it and makes it so, at once.
void set_theme(Theme theme);

/// Stores it, within its bounds, and makes it so (stored_zoom()).
void set_zoom(int steps);

/// An empty family: the desktop's.
void set_fixed_font(const QString& family, int points);

/// Style, palette and fonts as stored; once, after the application object is there.
void apply_appearance();

/// The SVG `name` of the resources, its black drawn in the ink of the palette at the time of
/// painting: right on light, on dark, selected and disabled.
QIcon icon(const QString& name);

}  // namespace seawind::gui
