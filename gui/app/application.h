// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up of the application object: resources and translations.
#pragma once

#include <QString>

namespace seawind::gui {

/// Registers icons, reference pages and translations. Further calls have no effect.
void load_resources();
/// Installs the translation named by QSettings appearance/language; the language of the desktop if
/// that value is empty; English if there is no such translation. Call once, after the application
/// object is created.
void load_translation();

}  // namespace seawind::gui
