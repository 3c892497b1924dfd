// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a file as a whole, and copying the files that a document names.
#pragma once

#include <QtWidgets>
#include <optional>

#include "gui/places.h"

namespace seawind::gui {

/// The content of a regular file of at most config::kLargestFile bytes. Returns nothing and sets
/// `error` for anything else, because opening a FIFO would block.
std::optional<QByteArray> read_all(const QString& file, QString& error);

/// The content of such a file as text; empty if the file cannot be read.
QString text_of_file(const QString& file);

/// The reason a file of the kind cannot have this name (without folder and .yaml); empty: it can.
/// Names of the other kinds than test sets are plain, because test sets refer to them.
QString problem_of_name(Kind kind, const QString& name);

/// The YAML files of dragged data.
QStringList yaml_files_of(const QMimeData& data);

/// Copies the data files (traces, tables) that `text` names relative to the file `from` into the
/// folder of the file `to`, so that a copy of the document finds them. Absolute paths, paths that
/// begin with "..", and files that exist in the target are skipped. Returns false and sets `error`
/// if a file cannot be copied.
bool copy_data_files(const QString& text, const QString& from, const QString& to, QString& error);

}  // namespace seawind::gui
