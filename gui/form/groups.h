// SPDX-License-Identifier: GPL-3.0-or-later
// Which keys of a document stand together, in which order: a link profile as the path of a packet
// (docs/reference/link.md), everything else as its schema.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "gui/document/schema.h"

namespace seawind::gui {

struct Group {
  QString title;
  QString help;
  QStringList shared;  // keys of the document itself
  QStringList paired;  // keys of both directions: side by side
};

/// Every key of `root` (and of its directions, if it has them) is in exactly one group; unassigned
/// keys are in the last one. Paths are relative to `root`.
std::vector<Group> groups_of(const SchemaNode& root);

/// Whether there are two directions with the same keys.
bool has_directions(const SchemaNode& root);

}  // namespace seawind::gui
