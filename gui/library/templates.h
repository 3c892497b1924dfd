// SPDX-License-Identifier: GPL-3.0-or-later
// The content of new files.
#pragma once

#include "gui/places.h"

namespace seawind::gui {

/// The smallest valid file of the kind. A test set consists of its description only.
QString minimal_file(Kind kind);

/// Copies the data files (traces, tables) that `text` names relative to the file `from` into the
/// folder of the file `to`, so that a copy of the document finds them. Absolute paths, paths that
/// begin with "..", and files that exist in the target are skipped. Returns false and sets `error`
/// if a file cannot be copied.
bool copy_data_files(const QString& text, const QString& from, const QString& to, QString& error);

}  // namespace seawind::gui
