// SPDX-License-Identifier: GPL-3.0-or-later
// Shows texts literally. By default, Qt labels, message boxes and tool tips interpret a text that
// looks like markup. Names, paths and reasons come from untrusted files. Markup in them could hide
// content and read local files (`<img src=...>`).
#pragma once

#include <QtWidgets>

namespace seawind::gui {

/// Disables markup detection in all labels, including those of message boxes, dialogs and tool
/// tips. A label with markup must set Qt::RichText and escape all foreign text. Tool tips never
/// contain markup. Call once, before the first widget is created.
void show_texts_as_written(QApplication& application);

/// The text of an action that shows `text` as it is: an & would be the mark of a mnemonic.
QString without_mnemonic(QString text);

/// A label with markup of our own.
QLabel* make_rich_label(const QString& html, QWidget* parent = nullptr);

}  // namespace seawind::gui
