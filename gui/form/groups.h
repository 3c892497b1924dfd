// SPDX-License-Identifier: GPL-3.0-or-later
// The order and grouping of the keys of a document: the groups of a link profile are the elements
// of a packet's path (docs/reference/link.md), other documents follow their schema.
#pragma once

#include <QtWidgets>
#include <vector>

#include "gui/document/schema.h"

namespace seawind::gui {

struct Group {
  QString title;
  QString help;
  QStringList shared;  // keys outside the directions
  QStringList paired;  // keys of both directions, shown side by side
};

/// Every key of `root` (and of its directions, if it has them) is in exactly one group; unassigned
/// keys are in the last one. Paths are relative to `root`.
std::vector<Group> groups_of(const SchemaNode& root);

/// Whether the document has two directions with the same keys.
bool has_directions(const SchemaNode& root);

}  // namespace seawind::gui
