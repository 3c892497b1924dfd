// SPDX-License-Identifier: GPL-3.0-or-later
// The files an axis may name: those in the folders a reference is looked up in.
#pragma once

#include <QList>
#include <QString>

#include "gui/places.h"

namespace seawind::gui {

struct AxisFile {
  QString name;  // without .yaml: how a test set names it
  QString path;
  bool shipped = false;
};

/// Folders above a test set's own, then the shipped ones: as the command line looks.
QStringList search_roots(const QString& test_set_file, const Places& places);

/// By name; a file of an earlier root hides one of the same name.
QList<AxisFile> axis_files(Kind kind, const QString& test_set_file, const Places& places);

/// The file a reference of the test set stands for; empty: there is none.
QString resolve_reference(const QString& reference, Kind kind, const QString& test_set_file,
                          const Places& places);

/// How a test set names a file: by name where that finds it, else by its path relative to the test
/// set (absolute for one without a file).
QString reference_to(const QString& path, Kind kind, const QString& test_set_file,
                     const Places& places);

/// `description` of a file, or empty.
QString description_of(const QString& path);

}  // namespace seawind::gui
