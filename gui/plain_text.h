// SPDX-License-Identifier: GPL-3.0-or-later
// Texts are shown as they are written. Qt takes a text that looks like markup for markup, in
// labels, message boxes and tool tips; names, paths and reasons come from files of others, and
// markup of theirs could hide what they say and read local files (`<img src=...>`).
#pragma once

#include <QApplication>
#include <QLabel>

namespace seawind::gui {

/// From now on no label guesses, those of message boxes, dialogs and tool tips included: one whose
/// text is markup says so (Qt::RichText), and escapes what is not its own. There are no tool tips
/// with markup. Once, before the first widget.
void show_texts_as_written(QApplication& application);

/// A label with markup of our own.
QLabel* make_rich_label(const QString& html, QWidget* parent = nullptr);

}  // namespace seawind::gui
