// SPDX-License-Identifier: GPL-3.0-or-later
// The picture beside the form and the text: what the document means, whatever kind it is of.
#pragma once

#include <QWidget>

#include "gui/document/yaml_document.h"
#include "gui/places.h"

namespace seawind::gui {

/// A Preview (preview.h) of the document's text as it stands, saved or not; it follows the edits.
/// Null for kinds that have none (test sets). The document must outlive it.
QWidget* make_preview(YamlDocument& document, const Places& places, QWidget* parent = nullptr);

}  // namespace seawind::gui
