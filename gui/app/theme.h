// SPDX-License-Identifier: GPL-3.0-or-later
// Appearance: Fusion with a light palette, a dark one or the one of the desktop; font sizes.
#pragma once

#include <QtWidgets>

#include "gui/fonts.h"

namespace seawind::gui {

enum class Theme { kSystem, kLight, kDark };

/// The theme in QSettings appearance/theme (system, light, dark).
Theme stored_theme();
/// Stores the theme and applies it at once.
void set_theme(Theme theme);

/// Stores the zoom, limited to kMinZoom to kMaxZoom (see stored_zoom()), and applies it at once.
void set_zoom(int steps);

/// Stores the font of fixed-width texts and announces it (FixedFont). `points`: typographic points.
/// An empty `family` or 0 points stand for those of the desktop.
void set_fixed_font(const QString& family, int points);

/// Applies the stored style, palette and fonts. Call once, after the application object is created.
void apply_appearance();

}  // namespace seawind::gui
