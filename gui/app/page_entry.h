// SPDX-License-Identifier: GPL-3.0-or-later
// A page as the window knows it before it is made: pages are made when they are first shown, so
// that the window is there at once.
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "gui/places.h"

namespace seawind::gui {

class Page;

struct PageEntry {
  QString key;    // in settings, and the name of its icon: "library"
  QString title;  // in the navigation
  QString what;   // what it shows, one line
  std::function<Page*()> make;
  std::vector<QString> shows;           // what of Page::wanted() it may show
  std::vector<Kind> edits = {};         // the files it shows; empty: any
  std::function<bool()> has_work = {};  // whether it has something to go on with before it is shown
};

/// Library, test sets, run, results: as Ctrl+2 to Ctrl+5 show them.
std::vector<PageEntry> standard_pages(const Places& places);

}  // namespace seawind::gui
