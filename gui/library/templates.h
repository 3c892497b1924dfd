// SPDX-License-Identifier: GPL-3.0-or-later
// What an empty file of each kind begins as: the smallest that is valid, and says something.
#pragma once

#include "gui/places.h"

namespace seawind::gui {

QString smallest_file(Kind kind);

/// Copies the data files (traces, tables) that `text` names relative to `from` beside `to`, so that
/// the copy of a document finds them. False and `error` when one cannot be written.
bool copy_data_files(const QString& text, const QString& from, const QString& to, QString& error);

}  // namespace seawind::gui
