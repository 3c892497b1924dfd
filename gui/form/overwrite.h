// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog shown before changes of another program are overwritten.
#pragma once

#include <optional>

#include "gui/document/yaml_document.h"

namespace seawind::gui {

/// How to save the document as `target`. Shows a modal dialog if another program has changed the
/// file since the document read it. Returns nothing if the user declines.
std::optional<YamlDocument::Overwrite> confirm_overwrite(const YamlDocument& document,
                                                         const QString& target, QWidget* parent);

}  // namespace seawind::gui
