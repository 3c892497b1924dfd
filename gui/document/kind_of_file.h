// SPDX-License-Identifier: GPL-3.0-or-later
// The kind of a YAML file that is not open yet.
#pragma once

#include <QtWidgets>
#include <optional>

#include "gui/places.h"

namespace seawind::gui {

/// By its `$schema` line, else by its folders, else the kind that has most of its top-level keys.
/// Nothing if the file cannot be read or none applies.
std::optional<Kind> kind_of_file(const QString& file, const Places& places);

/// The message for a file of no kind.
QString unknown_kind(const QString& file);

}  // namespace seawind::gui
