// SPDX-License-Identifier: GPL-3.0-or-later
// Short forms of values of a document: "uniform 6ms to 8ms", "exponential 10s (5s to 15s)".
#pragma once

#include <QtWidgets>

#include "common/config/tree.h"

namespace seawind::gui {

/// The value as one line of text.
QString short_text(const config::Node& value);

}  // namespace seawind::gui
