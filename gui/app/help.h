// SPDX-License-Identifier: GPL-3.0-or-later
// What the Help menu shows: the reference pages, the shortcuts as the actions have them, versions.
#pragma once

#include <QString>
#include <vector>

class QDialog;

namespace seawind::gui {

class MainWindow;

/// Opens (or brings to the front) the window with the pages of docs/reference; `page` is a name
/// like "link", empty: the first.
QDialog& show_reference(MainWindow& window, const QString& page = {});
QDialog& show_shortcuts(MainWindow& window);
void show_about(MainWindow& window);

}  // namespace seawind::gui
