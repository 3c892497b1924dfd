// SPDX-License-Identifier: GPL-3.0-or-later
// The templates of new test sets: the shipped test sets and an empty one.
#pragma once

#include <QtWidgets>

#include "gui/places.h"

namespace seawind::gui {

struct Template {
  QString name;  // "quickstart", "reference/w1"
  QString description;
  QString path;
};

QList<Template> test_set_templates(const Places& places);

/// The text of a template without the line that names the schema for editors, because its relative
/// path is valid in its own folder only. Empty if the file cannot be read.
QString template_text(const Template& from);

/// A test set without values.
QString empty_test_set();

}  // namespace seawind::gui
