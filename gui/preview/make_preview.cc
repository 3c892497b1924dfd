// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/make_preview.h"

#include "gui/preview/link_preview.h"

namespace seawind::gui {

QWidget* make_preview(YamlDocument& document, const Places& places, QWidget* parent) {
  switch (document.kind()) {
    case Kind::kProfile:
      return new LinkPreview(document, places, parent);
    default:
      return nullptr;
  }
}

}  // namespace seawind::gui
