// SPDX-License-Identifier: GPL-3.0-or-later
// What a new test set may begin with: the shipped ones, or nothing.
#pragma once

#include <QList>
#include <QString>

#include "gui/places.h"

namespace seawind::gui {

struct Template {
  QString name;  // "quickstart", "reference/w1"
  QString description;
  QString path;
};

QList<Template> test_set_templates(const Places& places);

/// The text without the line that tells editors where the schema is: it holds in its own folder
/// only. Empty text: the file cannot be read.
QString template_text(const Template& from);

/// A test set in which everything is still to be chosen.
QString empty_test_set();

}  // namespace seawind::gui
