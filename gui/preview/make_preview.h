// SPDX-License-Identifier: GPL-3.0-or-later
// The picture beside the form and the text of a document, for every kind.
#pragma once

#include <QWidget>

#include "gui/document/yaml_document.h"
#include "gui/places.h"

namespace seawind::gui {

/// Creates the Preview (preview.h) of the document. It shows the current text, saved or not, and
/// follows the edits. Null for kinds without a preview (test sets). `document` must outlive it.
QWidget* make_preview(YamlDocument& document, const Places& places, QWidget* parent = nullptr);

}  // namespace seawind::gui
