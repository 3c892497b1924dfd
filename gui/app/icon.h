// SPDX-License-Identifier: GPL-3.0-or-later
// Icons in the text colour of the palette.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

/// The SVG `name` of the resources. Its black (#000) is replaced by the text colour of the palette
/// when it is drawn, so that it fits light, dark, selected and disabled.
QIcon icon(const QString& name);

}  // namespace seawind::gui
