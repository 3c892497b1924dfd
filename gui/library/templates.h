// SPDX-License-Identifier: GPL-3.0-or-later
// The content of new files.
#pragma once

#include "gui/places.h"

namespace seawind::gui {

/// The smallest valid file of the kind. A test set consists of its description only.
QString minimal_file(Kind kind);

}  // namespace seawind::gui
