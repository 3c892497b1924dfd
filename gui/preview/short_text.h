// SPDX-License-Identifier: GPL-3.0-or-later
// Short forms of values of a document: "uniform 6ms to 8ms", "exponential 10s (5s to 15s)".
#pragma once

#include <QString>

#include "common/config/tree.h"

namespace seawind::gui {

/// The value as one line of text.
QString short_text(const config::Node& value);

/// The value of a key of a map, or null.
const config::Node* value_of(const config::Node& map, const QString& key);
/// The value at a path ("downlink.states.bad.rate_base", "flows[1].name"), or null.
const config::Node* value_at(const config::Node& root, const QString& path);

}  // namespace seawind::gui
