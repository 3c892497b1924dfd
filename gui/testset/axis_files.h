// SPDX-License-Identifier: GPL-3.0-or-later
// The files that an axis can name: the files in the folders in which references are resolved.
#pragma once

#include <QtWidgets>

#include "gui/places.h"

namespace seawind::gui {

struct AxisFile {
  QString name;  // without .yaml, as a test set names it
  QString path;
  bool shipped = false;
};

/// The folders in which a reference is resolved, in order: that above the test set's folder (the
/// user's library if it has no file), then the shipped one. The command line uses the same order.
QStringList search_roots(const QString& test_set_file, const Places& places);

/// Files sorted by name. A file of an earlier root hides files of the same name in later ones.
QList<AxisFile> axis_files(Kind kind, const QString& test_set_file, const Places& places);

/// The file that a reference of the test set resolves to; empty: none.
QString resolve_reference(const QString& reference, Kind kind, const QString& test_set_file,
                          const Places& places);

/// The reference to a file: its name if that resolves to the file, else its path relative to the
/// test set (absolute if the test set has no file).
QString reference_to(const QString& path, Kind kind, const QString& test_set_file,
                     const Places& places);

/// The value of `description` in a file, or empty.
QString description_of(const QString& path);

}  // namespace seawind::gui
