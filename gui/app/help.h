// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the Help menu: reference pages, list of shortcuts, version.
#pragma once

#include <QtWidgets>
#include <vector>

namespace seawind::gui {

class MainWindow;

/// Opens the window with the pages of docs/reference, or raises it if it is open. `page`: name of a
/// page, as "link"; empty: the page does not change (the first one in a new window).
QDialog& show_reference(MainWindow& window, const QString& page = {});
/// The shortcuts are read from the actions of all menus and pages.
QDialog& show_shortcuts(MainWindow& window);
void show_about(MainWindow& window);

}  // namespace seawind::gui
