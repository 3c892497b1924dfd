// SPDX-License-Identifier: GPL-3.0-or-later
// Creates the preview of a document of any kind.
#pragma once

#include "gui/document/preview.h"

namespace seawind::gui {

/// Null for kinds without a preview (test sets). `document` must outlive it.
Preview* make_preview(YamlDocument& document, const Places& places);

}  // namespace seawind::gui
