// SPDX-License-Identifier: GPL-3.0-or-later
// The help of a key: what its descriptor states (through the schema), then the paragraphs of the
// reference page (docs/reference, Markdown) that mention the key.
#pragma once

#include <QtWidgets>

#include "gui/document/schema.h"

namespace seawind::gui {

/// What the schema states beside the meaning: "Range: 1bit/s to 100Gbit/s", "Default: off". Plain
/// text.
QStringList facts_of(const SchemaNode& node);

/// The whole help as rich text. Empty if there is no such key.
QString reference_help(Kind kind, const QString& path, const Places& places);

}  // namespace seawind::gui
