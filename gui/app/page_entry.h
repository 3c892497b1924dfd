// SPDX-License-Identifier: GPL-3.0-or-later
// Description of a page that is not created yet. The window creates a page when it is first shown,
// so that the program starts fast.
#pragma once

#include <QtWidgets>
#include <functional>
#include <vector>

#include "gui/places.h"

namespace seawind::gui {

class Page;

struct PageEntry {
  QString key;          // in QSettings and in the name of the icon: "library"
  QString title;        // in the navigation
  QString description;  // tool tip of one line: what the page shows
  std::function<Page*()> make;
  std::vector<QString> shows;    // values of `what` in Page::show_requested() that it can show
  std::vector<Kind> edits = {};  // the kinds of files it can show; empty: all
  std::function<bool()> must_start_early =
      {};  // true: create the page at start, before it is shown
};

/// Library, test sets, run, results, lab, in the order of Ctrl+2 to Ctrl+6.
std::vector<PageEntry> standard_pages(const Places& places);

}  // namespace seawind::gui
