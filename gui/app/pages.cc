// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include "gui/app/page_entry.h"
#include "gui/page.h"
#include "gui/places.h"

namespace seawind::gui {

std::vector<PageEntry> standard_pages(const Places& /*places*/) {
  return {};
}

}  // namespace seawind::gui
