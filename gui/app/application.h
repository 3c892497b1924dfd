// SPDX-License-Identifier: GPL-3.0-or-later
// What the program needs around its window: resources, names for QSettings, translations, looks.
#pragma once

#include <QString>

namespace seawind::gui {

/// Icons, reference pages and translations; any number of times.
void load_resources();
/// Installs the translation of QSettings' appearance/language, or the desktop's, else
/// English. Once, after the application object is there.
void load_translation();

}  // namespace seawind::gui
