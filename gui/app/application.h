// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up of the application object: resources and plural forms.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

/// Registers icons, reference pages and plural forms. Further calls have no effect.
void load_resources();
/// Installs the plural forms of the English texts. Call once, after the application object is
/// created.
void load_plural_forms();

}  // namespace seawind::gui
